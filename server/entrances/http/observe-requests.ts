import type { Request, RequestHandler } from 'express';
import { withoutRedaction, type Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { securityEvents, type SecurityEvent } from '#platform/security-events';
import { clientAddressOf } from './client-address.ts';
import { createPathFinder, type PathTemplate } from './path-templates.ts';

export type ObserverNeeds = {
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'requests' | 'securityEvents'>;
  /** Every path that the routers answer. */
  readonly paths: readonly PathTemplate[];
  /** Whether the operation is one of another shop. */
  readonly isForeignOperation: (shopId: string, operationId: string) => Promise<boolean>;
};

/** What the handlers of a request leave for its line. */
type Left = {
  readonly requestId: string;
  readonly operationId?: string;
  readonly keyId?: string;
  readonly clientId?: string;
  readonly tokenId?: string;
  readonly shopId?: string;
  readonly securityEvent?: SecurityEvent;
  readonly soughtOperationId?: string;
};

/**
 * Looked at when the answer is out: who asks for an operation that is not theirs learns from no delay whether there is one.
 */
const completeEvent = async ({ isForeignOperation }: ObserverNeeds, left: Left): Promise<SecurityEvent | undefined> => {
  const { shopId, securityEvent, soughtOperationId } = left;
  if (shopId === undefined || soughtOperationId === undefined) return securityEvent;
  const isForeign = await isForeignOperation(shopId, soughtOperationId).catch(() => false);
  return isForeign ? 'foreign_operation' : securityEvent;
};

/** HEAD is GET by the time that it is answered. */
const methodOf = ({ method }: Pick<Request, 'method'>): string => method.toLowerCase();

/** One log line and one measurement for each answered request. */
export const observeRequests = (needs: ObserverNeeds): RequestHandler => {
  const { metrics } = needs;
  const lines = withoutRedaction(needs.log);
  const meantBy = createPathFinder(needs.paths);
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, path } = request;
    const clientAddress = clientAddressOf(request);
    response.once('close', () => {
      const durationMs = performance.now() - startedAt;
      const left = response.locals as Left;
      const meant = meantBy(path);
      // Who is refused before the router found it has asked for it all the same.
      const operation = left.operationId ?? meant?.operations.get(methodOf(request)) ?? 'none';
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.requests.observe({ operation, status: String(status) }, durationMs / 1_000);
      const write = (event: SecurityEvent | undefined): void => {
        if (event !== undefined) metrics.securityEvents.inc({ event });
        lines[event === undefined ? 'info' : securityEvents[event]](
          {
            requestId: left.requestId,
            method,
            path: meant?.template ?? 'unmatched',
            operation,
            status,
            durationMs: Math.round(durationMs * 10) / 10,
            clientAddress,
            keyId: left.keyId,
            clientId: left.clientId,
            tokenId: left.tokenId,
            shopId: left.shopId,
            event,
          },
          'request',
        );
      };
      if (left.soughtOperationId === undefined) write(left.securityEvent);
      else void completeEvent(needs, left).then(write);
    });
    next();
  };
};
