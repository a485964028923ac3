import { request } from 'undici';
import { OperatorRefusal, type FetchFaults, type OneOf } from '#platform/refusals';
import { mostTableBytes } from './read-xml.ts';

const longestMs = 15_000;

type Fault = OneOf<FetchFaults>;

const faultOf = (error: unknown): Fault => {
  const { code } = error as { code?: unknown };
  return { code: 'connection', details: { reason: typeof code === 'string' ? code : null } };
};

/** Null: the answer is longer than any table. */
const readBody = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop closes the connection: the rest is never read.
    if (size > mostTableBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const readAnswer = async (url: string, signal: AbortSignal): Promise<Uint8Array | Fault> => {
  const headers = { accept: 'application/xml, text/xml', 'user-agent': 'turnpike' };
  const { statusCode: status, body } = await request(url, { signal, headers });
  if (status >= 200 && status < 300) {
    const bytes = await readBody(body as AsyncIterable<Uint8Array>);
    return bytes ?? { code: 'answer_too_long', details: { limit: mostTableBytes } };
  }
  await body.dump({ limit: mostTableBytes, signal });
  return { code: 'status', details: { status } };
};

/**
 * Reads what is published at `url`. Only a 2xx counts and no redirect is followed.
 * @throws OperatorRefusal with the host alone: an address may carry a secret.
 */
export const fetchTable = async (url: string, timeoutMs = longestMs): Promise<Uint8Array> => {
  const { host } = new URL(url);
  // One clock over connecting, headers and body.
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await readAnswer(url, signal).catch(
    (error: unknown): Fault => (signal.aborted ? { code: 'timeout', details: { limitMs: timeoutMs } } : faultOf(error)),
  );
  if (answer instanceof Uint8Array) return answer;
  throw new OperatorRefusal('table_not_fetched', { host, fault: answer });
};
