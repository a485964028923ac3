import type { Server } from 'node:http';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';

type Needs = { readonly log: Log; readonly metrics: Pick<Metrics, 'connectionsCut'> };
type Limits = { readonly mostConnections: number; readonly otherFiles: number };

type Report = { readonly userLimits?: { readonly open_files?: { readonly soft?: number | 'unlimited' } } };

const warnEveryMs = 10_000;

/** How many files this process may open, or null where nothing limits it. Node has raised it as far as it may. */
const readOpenFilesLimit = (): number | null => {
  const { report } = process as { report?: { excludeNetwork?: boolean; getReport: () => object } };
  if (report === undefined) return null;
  report.excludeNetwork = true;
  const soft = (report.getReport() as Report).userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : null;
};

/**
 * Closes connections beyond the cap as soon as they come. Without it the process would run out of files, and then it
 * could not reach its database either.
 */
export const capConnections = (
  server: Server,
  { log, metrics }: Needs,
  { mostConnections, otherFiles }: Limits,
): void => {
  const openFiles = readOpenFilesLimit();
  // With fewer files than its own needs it must still be reachable.
  const room = openFiles === null ? mostConnections : Math.max(openFiles - otherFiles, Math.ceil(openFiles / 4));
  server.maxConnections = Math.min(mostConnections, room);
  if (room < mostConnections) {
    log.warn({ openFiles, connections: room }, 'the limit of open files allows fewer connections than MAX_CONNECTIONS');
  }
  let warnedAtMs = -Infinity;
  server.on('drop', () => {
    metrics.connectionsCut.inc({ reason: 'full' });
    if (performance.now() - warnedAtMs < warnEveryMs) return;
    warnedAtMs = performance.now();
    log.warn({ connections: server.maxConnections }, 'connections are refused: there are as many as there may be');
  });
};
