// Written by make generate from openapi/v1; never edited by hand.

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
    operationId: 'listBalances',
    method: 'get',
    path: '/v1/balances',
    template: '/v1/balances',
    security: ['apiKey'],
    scopes: [],
    tag: 'Balances',
  },
  {
    operationId: 'listMethods',
    method: 'get',
    path: '/v1/methods',
    template: '/v1/methods',
    security: ['apiKey'],
    scopes: [],
    tag: 'Methods',
  },
  {
    operationId: 'cancelOperation',
    method: 'post',
    path: '/v1/cancel_operation',
    template: '/v1/cancel_operation',
    security: ['apiKey'],
    scopes: [],
    tag: 'Operations',
  },
  {
    operationId: 'getOperationState',
    method: 'post',
    path: '/v1/get_operation_state',
    template: '/v1/get_operation_state',
    security: ['apiKey'],
    scopes: [],
    tag: 'Operations',
  },
  {
    operationId: 'listOperations',
    method: 'get',
    path: '/v1/operations',
    template: '/v1/operations',
    security: ['apiKey'],
    scopes: [],
    tag: 'Operations',
  },
  {
    operationId: 'confirmPayment',
    method: 'post',
    path: '/v1/confirm_payment',
    template: '/v1/confirm_payment',
    security: ['apiKey'],
    scopes: [],
    tag: 'Payments',
  },
  {
    operationId: 'createPayment',
    method: 'post',
    path: '/v1/payment',
    template: '/v1/payment',
    security: ['apiKey'],
    scopes: [],
    tag: 'Payments',
  },
  {
    operationId: 'createPaymentLink',
    method: 'post',
    path: '/v1/payment/link',
    template: '/v1/payment/link',
    security: ['apiKey'],
    scopes: [],
    tag: 'Payments',
  },
  {
    operationId: 'createPayout',
    method: 'post',
    path: '/v1/payout',
    template: '/v1/payout',
    security: ['apiKey'],
    scopes: [],
    tag: 'Payouts',
  },
  {
    operationId: 'getHealth',
    method: 'get',
    path: '/healthz',
    template: '/healthz',
    security: [],
    scopes: [],
    tag: 'Probes',
  },
  {
    operationId: 'getLiveness',
    method: 'get',
    path: '/livez',
    template: '/livez',
    security: [],
    scopes: [],
    tag: 'Probes',
  },
  {
    operationId: 'getReadiness',
    method: 'get',
    path: '/readyz',
    template: '/readyz',
    security: [],
    scopes: [],
    tag: 'Probes',
  },
] as const satisfies readonly Route[];

export type RouteOperationId = (typeof routes)[number]['operationId'];
