import { Pool } from 'undici';

export type FloodAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
};

type Asked = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

/**
 * Sends `count` requests over so many connections, each at once after the answer to the one before. `ask` writes the
 * request of the given number.
 */
export const flood = async (
  url: string,
  { count, connections }: { readonly count: number; readonly connections: number },
  ask: (index: number) => Asked,
): Promise<FloodAnswer[]> => {
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 60_000 });
  const answers: FloodAnswer[] = [];
  let sent = 0;
  const run = async (): Promise<void> => {
    for (let index = sent++; index < count; index = sent++) {
      const { statusCode, headers, body } = await pool.request(ask(index));
      answers.push({ status: statusCode, headers, text: await body.text() });
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, run));
    return answers;
  } finally {
    await pool.close();
  }
};

/** How many answers there were of each status. */
export const countStatuses = (
  answers: readonly { readonly status: number | null }[],
): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[`${status}`] = (counts[`${status}`] ?? 0) + 1;
  return counts;
};
