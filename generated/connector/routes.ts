// Written by make generate from openapi/connector; never edited by hand.

import type { operations } from './types.ts';

interface Route {
  readonly operationId: keyof operations;
  readonly method: string;
  /** As Express wants it: `/v1/things/:id`. */
  readonly path: string;
  /** As the document has it: `/v1/things/{id}`. */
  readonly template: string;
  /** Names of the security schemes; none for an open operation. */
  readonly security: readonly string[];
  /** What a caller must have been granted; none where any caller may. */
  readonly scopes: readonly string[];
  readonly tag: string;
}

export const routes = [
  {
    operationId: 'getCapabilities',
    method: 'get',
    path: '/connector/v1/capabilities',
    template: '/connector/v1/capabilities',
    security: ['secret', 'certificate'],
    scopes: [],
    tag: 'Connector',
  },
  {
    operationId: 'getHealth',
    method: 'get',
    path: '/connector/v1/health',
    template: '/connector/v1/health',
    security: ['secret', 'certificate'],
    scopes: [],
    tag: 'Connector',
  },
  {
    operationId: 'listBalances',
    method: 'get',
    path: '/connector/v1/balances',
    template: '/connector/v1/balances',
    security: ['secret', 'certificate'],
    scopes: [],
    tag: 'Connector',
  },
  {
    operationId: 'fetchDocument',
    method: 'get',
    path: '/connector/v1/attempts/:attempt_id/documents/:document_id',
    template: '/connector/v1/attempts/{attempt_id}/documents/{document_id}',
    security: ['secret', 'certificate'],
    scopes: [],
    tag: 'Evidence',
  },
  {
    operationId: 'fetchEvidence',
    method: 'get',
    path: '/connector/v1/attempts/:attempt_id/evidence',
    template: '/connector/v1/attempts/{attempt_id}/evidence',
    security: ['secret', 'certificate'],
    scopes: [],
    tag: 'Evidence',
  },
  {
    operationId: 'createPayment',
    method: 'put',
    path: '/connector/v1/payments/:attempt_id',
    template: '/connector/v1/payments/{attempt_id}',
    security: ['secret', 'certificate'],
    scopes: [],
    tag: 'Payments',
  },
  {
    operationId: 'lookUpPayment',
    method: 'get',
    path: '/connector/v1/payments/:attempt_id',
    template: '/connector/v1/payments/{attempt_id}',
    security: ['secret', 'certificate'],
    scopes: [],
    tag: 'Payments',
  },
  {
    operationId: 'submitReceipt',
    method: 'put',
    path: '/connector/v1/payments/:attempt_id/receipts/:file_id',
    template: '/connector/v1/payments/{attempt_id}/receipts/{file_id}',
    security: ['secret', 'certificate'],
    scopes: [],
    tag: 'Payments',
  },
  {
    operationId: 'voidPayment',
    method: 'post',
    path: '/connector/v1/payments/:attempt_id/void',
    template: '/connector/v1/payments/{attempt_id}/void',
    security: ['secret', 'certificate'],
    scopes: [],
    tag: 'Payments',
  },
  {
    operationId: 'createPayout',
    method: 'put',
    path: '/connector/v1/payouts/:attempt_id',
    template: '/connector/v1/payouts/{attempt_id}',
    security: ['secret', 'certificate'],
    scopes: [],
    tag: 'Payouts',
  },
  {
    operationId: 'lookUpPayout',
    method: 'get',
    path: '/connector/v1/payouts/:attempt_id',
    template: '/connector/v1/payouts/{attempt_id}',
    security: ['secret', 'certificate'],
    scopes: [],
    tag: 'Payouts',
  },
] as const satisfies readonly Route[];

export type RouteOperationId = (typeof routes)[number]['operationId'];
