import { spawnServer, type ServerProcess } from '#test/support/server-process';

/** What the server says of itself; it is another process, so none of it is the test's own. */
export type Vitals = {
  readonly residentMb: number;
  readonly connections: number;
  /** Open files and sockets; null where the system does not tell. */
  readonly openFiles: number | null;
  /** Connections that it closed unasked, by reason. */
  readonly cut: Readonly<Record<string, number>>;
};

export type MemoryFigures = { readonly beforeMb: number; readonly peakMb: number; readonly afterMb: number };

export type WatchedServer = ServerProcess & {
  readonly vitals: () => Promise<Vitals>;
  /** Looks at its memory four times a second while the work is done. */
  readonly watchMemory: <Result>(work: () => Promise<Result>) => Promise<{ result: Result; memory: MemoryFigures }>;
};

const valueOf = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);

const cutOf = (text: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(/^turnpike_http_connections_cut_total\{reason="(\w+)"\} (\d+)$/gm)].map(([, reason, count]) => [
      reason!,
      Number(count),
    ]),
  );

const readVitals = async (metricsUrl: string): Promise<Vitals> => {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  return {
    residentMb: Math.round(valueOf(text, 'process_resident_memory_bytes') / 1024 / 1024),
    connections: valueOf(text, 'turnpike_http_connections'),
    openFiles: valueOf(text, 'process_open_fds') || null,
    cut: cutOf(text),
  };
};

const watch = async <Result>(vitals: () => Promise<Vitals>, work: () => Promise<Result>) => {
  const { residentMb: beforeMb } = await vitals();
  let peakMb = beforeMb;
  let isOver = false;
  const look = async (): Promise<void> => {
    while (!isOver) {
      peakMb = Math.max(peakMb, (await vitals()).residentMb);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  const looking = look();
  try {
    const result = await work();
    const { residentMb: afterMb } = await vitals();
    return { result, memory: { beforeMb, peakMb: Math.max(peakMb, afterMb), afterMb } };
  } finally {
    isOver = true;
    await looking;
  }
};

export const startWatchedServer = async (
  databaseUrl: string,
  overrides: Readonly<Record<string, string>>,
): Promise<WatchedServer> => {
  const settings = { TURNPIKE_ROLE: 'api', VALIDATE_RESPONSES: 'false', ...overrides };
  const server = await spawnServer(databaseUrl, settings);
  const started = server.logLines.find((line) => line.includes('"msg":"started"')) ?? '{}';
  const { metricsUrl } = JSON.parse(started) as { readonly metricsUrl: string };
  const vitals = (): Promise<Vitals> => readVitals(metricsUrl);
  return { ...server, vitals, watchMemory: (work) => watch(vitals, work) };
};
