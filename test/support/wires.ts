import type { OperationType } from '#features/operations';
import type { Api } from '#platform/apis';

/** A transfer to or from a card, in rubles. */
export type Order = {
  readonly type: OperationType;
  /** With two decimals. */
  readonly amount: string;
  readonly identifier: string;
  readonly clientId?: string;
  /** In h2h an amount may be a number, which it is without this, or a text. */
  readonly amountAs?: 'number' | 'text';
  /** Where the events of the operation go, where the API takes it. */
  readonly webhookUrl?: string | null;
};

export type WireRequest = {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without one it is a GET. */
  readonly body?: object;
};

type Body = Readonly<Record<string, unknown>>;

/** What a merchant says to an API, and how it is answered in the words of the core: those of v1. */
export type Wire = {
  /** A key is of use where the API takes one. */
  readonly create: (order: Order, idempotencyKey?: string | null) => WireRequest;
  /** What holds the identifier; in h2h an array of all that ever did. */
  readonly find: (identifier: string) => WireRequest;
  readonly read: (operationId: string) => WireRequest;
  readonly told: (body: Body) => Body;
};

/** Of a person: no operation shows it. */
export const cardOfPayouts = '2200000000000004';

const v1Paths = { payment: '/v1/payment', payout: '/v1/payout' } as const;
const h2hPaths = { payment: '/host2host/payin', payout: '/host2host/payout' } as const;

const v1: Wire = {
  create: ({ type, amount, identifier, clientId = 'client-7' }) => ({
    path: v1Paths[type],
    body: {
      merchant_operation_id: identifier,
      client_id: clientId,
      method: 'WT_RUB_C2C',
      amount,
      currency: 'RUB',
      ...(type === 'payout' && { number: cardOfPayouts }),
    },
  }),
  find: (identifier) => ({ path: '/v1/get_operation_state', body: { merchant_operation_id: identifier } }),
  read: (operationId) => ({ path: '/v1/get_operation_state', body: { operation_id: operationId } }),
  told: (body) => body,
};

type H2hOperation = {
  readonly id: string;
  readonly status: 'in_progress' | 'success' | 'failed';
  readonly amountInitial: number;
  readonly amountRandomized: number;
  readonly amount: number;
  readonly amountComissionInCurrencyBalance: number;
  readonly amountInCurrencyBalance: number;
  readonly paymentDetailsData?: { readonly number: string; readonly nameMediator: string; readonly bankName: string };
};

const statuses = { in_progress: 'pending', success: 'completed', failed: 'cancelled' } as const;

/** The amount in force is what was asked for until money is known. */
const actualOf = ({ status, amount, amountRandomized }: H2hOperation): number =>
  status === 'success' || (status === 'in_progress' && amount !== amountRandomized) ? amount : 0;

const detailsOf = ({ paymentDetailsData }: H2hOperation): object => {
  const { number = '', nameMediator = '', bankName = '' } = paymentDetailsData ?? {};
  const details = { number, name: nameMediator, bankname: bankName };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''));
};

/** An operation of h2h in the words of the core, of an answer or of an event. Why it ended is not told. */
export const operationOfH2h = (data: Body): Body => {
  const operation = data as H2hOperation;
  return {
    operation_id: operation.id,
    status: statuses[operation.status],
    expected_amount: operation.amountInitial.toFixed(2),
    actual_amount: actualOf(operation).toFixed(2),
    settlement_amount: String(operation.amountInCurrencyBalance),
    commission_amount: String(operation.amountComissionInCurrencyBalance),
    ...detailsOf(operation),
  };
};

const h2h: Wire = {
  create: (
    { type, amount, identifier, clientId = 'client-7', amountAs, webhookUrl = null },
    idempotencyKey = null,
  ) => ({
    path: h2hPaths[type],
    headers: idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey },
    body: {
      idTransactionMerchant: identifier,
      paymentMethod: 'toCard',
      amount: amountAs === 'text' ? amount : Number(amount),
      clientID: clientId,
      clientIP: '203.0.113.7',
      clientDateCreated: '2025-06-01T12:00:00Z',
      ...(type === 'payout' && { number: cardOfPayouts, bankName: 'tinkoff' }),
      ...(webhookUrl !== null && { integrationMerhcnatData: { webHook: webhookUrl } }),
    },
  }),
  find: (identifier) => ({ path: `/operation/operation/merhcant/${encodeURIComponent(identifier)}` }),
  read: (operationId) => ({ path: `/operation/operation/platform/${operationId}` }),
  told: ({ result, data, totalNumberRecords: total }) => {
    if (Array.isArray(data)) return { operations: data.map(operationOfH2h), total };
    return data === null ? (result as Body) : operationOfH2h(data as Body);
  },
};

export const wires: Readonly<Record<Api, Wire>> = { v1, h2h };

/** How a request is sent, but for what says whose it is. */
export const requestOf = ({ headers, body }: WireRequest) => ({
  headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
  ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
});
