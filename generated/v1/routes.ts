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
  readonly tag: string;
}

export const routes = [
  {
    operationId: 'listBalances',
    method: 'get',
    path: '/v1/balances',
    template: '/v1/balances',
    security: ['apiKey'],
    tag: 'Balances',
  },
  {
    operationId: 'listMethods',
    method: 'get',
    path: '/v1/methods',
    template: '/v1/methods',
    security: ['apiKey'],
    tag: 'Methods',
  },
  {
    operationId: 'cancelOperation',
    method: 'post',
    path: '/v1/cancel_operation',
    template: '/v1/cancel_operation',
    security: ['apiKey'],
    tag: 'Operations',
  },
  {
    operationId: 'getOperationState',
    method: 'post',
    path: '/v1/get_operation_state',
    template: '/v1/get_operation_state',
    security: ['apiKey'],
    tag: 'Operations',
  },
  {
    operationId: 'listOperations',
    method: 'get',
    path: '/v1/operations',
    template: '/v1/operations',
    security: ['apiKey'],
    tag: 'Operations',
  },
  {
    operationId: 'confirmPayment',
    method: 'post',
    path: '/v1/confirm_payment',
    template: '/v1/confirm_payment',
    security: ['apiKey'],
    tag: 'Payments',
  },
  {
    operationId: 'createPayment',
    method: 'post',
    path: '/v1/payment',
    template: '/v1/payment',
    security: ['apiKey'],
    tag: 'Payments',
  },
  {
    operationId: 'createPaymentLink',
    method: 'post',
    path: '/v1/payment/link',
    template: '/v1/payment/link',
    security: ['apiKey'],
    tag: 'Payments',
  },
  {
    operationId: 'createPayout',
    method: 'post',
    path: '/v1/payout',
    template: '/v1/payout',
    security: ['apiKey'],
    tag: 'Payouts',
  },
  {
    operationId: 'getHealth',
    method: 'get',
    path: '/healthz',
    template: '/healthz',
    security: [],
    tag: 'Probes',
  },
  {
    operationId: 'getLiveness',
    method: 'get',
    path: '/livez',
    template: '/livez',
    security: [],
    tag: 'Probes',
  },
  {
    operationId: 'getReadiness',
    method: 'get',
    path: '/readyz',
    template: '/readyz',
    security: [],
    tag: 'Probes',
  },
] as const satisfies readonly Route[];

export type RouteOperationId = (typeof routes)[number]['operationId'];
