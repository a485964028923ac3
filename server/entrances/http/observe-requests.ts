import type { RequestHandler } from 'express';
import { withoutRedaction, type Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';

/** Only what looks like a route: somebody may have put a card or a key into the address. */
const loggable = (path: string): string => (/^(\/[a-z_.-]{1,30}){1,4}\/?$/.test(path) ? path : '(not shown)');

/** One log line and one measurement for each answered request. */
export const observeRequests = (log: Log, metrics: Pick<Metrics, 'requests'>): RequestHandler => {
  const lines = withoutRedaction(log);
  return (request, response, next) => {
    const startedAt = performance.now();
    const path = request.path;
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const { operationId = 'none', caller } = response.locals as { operationId?: string; caller?: { shopId: string } };
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.requests.observe({ operation: operationId, status: String(status) }, durationMs / 1_000);
      lines.info(
        {
          requestId: response.locals['requestId'] as string,
          operation: operationId,
          ...(operationId === 'none' && { path: loggable(path) }),
          shopId: caller?.shopId,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
        },
        'request',
      );
    });
    next();
  };
};
