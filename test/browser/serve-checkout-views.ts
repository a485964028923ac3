import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { newId } from '#platform/ids';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import type { HostedPage } from '#features/checkout';
import { createApp } from '../../server/entrances/http/create-app.ts';
import { createCheckoutRouter } from '../../server/entrances/checkout/index.ts';
import { renderProblem } from '../../server/entrances/v1/index.ts';

export type ServedViews = {
  readonly url: string;
  /** The address of a page that is in this state for good. */
  readonly show: (page: HostedPage) => string;
  readonly stop: () => void;
};

/** Hosted pages without payments behind them, so that each state can be looked at for as long as it takes. */
export const serveCheckoutViews = async (): Promise<ServedViews> => {
  const log = createLog('silent');
  const pages = new Map<string, HostedPage>();
  const router = createCheckoutRouter({
    features: {
      readPage: async (operationId) => pages.get(operationId) ?? null,
      confirmOnPage: () => Promise.reject(new Error('Nothing can be uploaded here.')),
    },
    path: '/pay',
    uploadDirectory: tmpdir(),
    log,
  });
  const isForeignOperation = () => Promise.resolve(false);
  const app = createApp({
    log,
    metrics: createMetrics(),
    isForeignOperation,
    mounts: [{ paths: [], router }],
    rendererOf: () => renderProblem('http://docs'),
    trustedProxies: [],
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    show: (page) => {
      const operationId = newId();
      pages.set(operationId, { ...page, operationId } as HostedPage);
      return `${url}/pay/${operationId}`;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
