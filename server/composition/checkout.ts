import { tmpdir } from 'node:os';
import { Router } from 'express';
import { confirmOnPage, createPagesStore, createPaymentLink, readPage } from '#features/checkout';
import type { CreateRequest, CreateScope, Operation, OperationsStore } from '#features/operations';
import type { ConfirmPayment } from '#features/receipts';
import { checkoutPaths, createCheckoutRouter } from '../entrances/checkout/index.ts';
import type { Foundation } from './foundation.ts';

type Needs = {
  readonly foundation: Foundation;
  readonly operations: OperationsStore;
  readonly createPayment: (scope: CreateScope, order: CreateRequest) => Promise<Operation>;
  readonly confirmPayment: ConfirmPayment;
};

// Below our own address, which is not known in full before it listens.
const defaultPath = '/pay';

const pathOf = ({ PAY_URL, PUBLIC_URL }: Foundation['config']): string => {
  const address = PAY_URL ?? (PUBLIC_URL === undefined ? undefined : `${PUBLIC_URL}${defaultPath}`);
  return address === undefined ? defaultPath : new URL(address).pathname.replace(/\/+$/, '');
};

/** Links to hosted pages, and the pages. */
export const openCheckout = ({ foundation, operations, createPayment, confirmPayment }: Needs) => {
  const { config, database, log, publicUrl } = foundation;
  const pages = createPagesStore(database);
  const linking = { createPayment, pages, payUrl: () => config.PAY_URL ?? `${publicUrl()}${defaultPath}` };
  const openPages = (): Router =>
    createCheckoutRouter({
      features: {
        readPage: (operationId) => readPage({ pages, operations }, operationId),
        confirmOnPage: (receipt) => confirmOnPage({ pages, confirmPayment }, receipt),
      },
      path: pathOf(config),
      uploadDirectory: config.UPLOAD_DIR ?? tmpdir(),
      log,
    });
  return {
    createPaymentLink: (scope: CreateScope, order: CreateRequest) => createPaymentLink(linking, scope, order),
    /** A process that only works on jobs shows none. */
    mounted: {
      paths: checkoutPaths(pathOf(config)),
      router: config.TURNPIKE_ROLE === 'worker' ? Router() : openPages(),
    },
  };
};
