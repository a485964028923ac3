import type { RequestHandler } from 'express';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';

/** One log line and one measurement for each answered request. */
export const observeRequests =
  (log: Log, metrics: Pick<Metrics, 'requests'>): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now();
    const path = request.path;
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const { operationId = 'none', caller } = response.locals as { operationId?: string; caller?: { shopId: string } };
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.requests.observe({ operation: operationId, status: String(status) }, durationMs / 1_000);
      log.info(
        {
          requestId: response.locals['requestId'] as string,
          operation: operationId,
          ...(operationId === 'none' && { path }),
          shopId: caller?.shopId,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
        },
        'request',
      );
    });
    next();
  };
