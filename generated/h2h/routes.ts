// Written by make generate from openapi/h2h; never edited by hand.

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
    operationId: 'listBanks',
    method: 'get',
    path: '/masterdata/bank/list',
    template: '/masterdata/bank/list',
    security: ['bearerToken'],
    scopes: ['read'],
    tag: 'Banks',
  },
  {
    operationId: 'findOperations',
    method: 'get',
    path: '/operation/operation/merhcant/:idTransactionMerchant',
    template: '/operation/operation/merhcant/{idTransactionMerchant}',
    security: ['bearerToken'],
    scopes: ['read'],
    tag: 'Operations',
  },
  {
    operationId: 'getOperation',
    method: 'get',
    path: '/operation/operation/platform/:id',
    template: '/operation/operation/platform/{id}',
    security: ['bearerToken'],
    scopes: ['read'],
    tag: 'Operations',
  },
  {
    operationId: 'listOperations',
    method: 'post',
    path: '/operation/operation/list',
    template: '/operation/operation/list',
    security: ['bearerToken'],
    scopes: ['read'],
    tag: 'Operations',
  },
  {
    operationId: 'createPayIn',
    method: 'post',
    path: '/host2host/payin',
    template: '/host2host/payin',
    security: ['bearerToken'],
    scopes: ['payin'],
    tag: 'PayIn',
  },
  {
    operationId: 'createPayOut',
    method: 'post',
    path: '/host2host/payout',
    template: '/host2host/payout',
    security: ['bearerToken'],
    scopes: ['payout'],
    tag: 'PayOut',
  },
  {
    operationId: 'issueToken',
    method: 'post',
    path: '/oauth/token',
    template: '/oauth/token',
    security: ['clientSecret'],
    scopes: [],
    tag: 'Tokens',
  },
  {
    operationId: 'listSigningKeys',
    method: 'get',
    path: '/.well-known/jwks.json',
    template: '/.well-known/jwks.json',
    security: [],
    scopes: [],
    tag: 'Tokens',
  },
] as const satisfies readonly Route[];

export type RouteOperationId = (typeof routes)[number]['operationId'];
