import { createHash } from 'node:crypto';
import type { Handlers, RequestOf } from '../../generated/connector/handlers.ts';
import type { components } from '../../generated/connector/types.ts';
import type { Order, Orders } from './orders.ts';
import { Refusal } from './problems.ts';
import { BankRefusal, type Bank } from './toy-bank.ts';

type Schemas = components['schemas'];
type Payout = Schemas['Payout'];

const served = { method: 'WT_RUB_C2C', currency: 'RUB', min: 1, max: 150_000 } as const;

const evidenceOf = ({ paid_total: amount, paid_at: paidAt }: Order): Schemas['Evidence'] => ({
  status: 'complete',
  items: paidAt === null ? [] : [{ amount, completed_at: paidAt.toISOString() }],
});

/** A row in the form of the contract: the answer to every call, and the content of every callback. */
export const toPayout = (order: Order): Payout => {
  const { attempt_id, state, currency, paid_total, returned_total, reason } = order;
  if (state === 'new' || state === 'asking') throw new Refusal('outcome_unknown');
  if (state === 'declined') return { attempt_id, status: state, reason: (reason ?? 'other') as 'other' };
  return { attempt_id, status: state, currency, paid_total, returned_total, evidence: evidenceOf(order) };
};

const digestOf = ({ shop_id, method, amount, currency, destination }: Schemas['PayoutOrder']): Buffer =>
  createHash('sha256').update([shop_id, method, amount, currency, destination.number].join(' ')).digest();

/** Null: it is served. */
const declineOf = ({ method, currency, amount }: Schemas['PayoutOrder']): string | null => {
  if (method !== served.method || currency !== served.currency) return 'method_unavailable';
  return Number(amount) < served.min || Number(amount) > served.max ? 'limit_exceeded' : null;
};

// What an answer needs to get back.
const returnMs = 250;

export type Needs = { readonly orders: Orders; readonly bank: Bank };

/** The bank is asked once, by the process that has written the row. */
const askBank = async ({ orders, bank }: Needs, { params, body, headers }: RequestOf<'createPayout'>) => {
  const { attempt_id: attemptId } = params;
  const signal = AbortSignal.timeout(Math.max(headers['x-timeout-ms'] - returnMs, 1));
  await orders.setState(attemptId, 'asking');
  try {
    await bank.send({ reference: attemptId, amount: body.amount, number: body.destination.number }, signal);
  } catch (error) {
    if (!(error instanceof BankRefusal)) throw new Refusal('outcome_unknown');
    return orders.setState(attemptId, 'declined', 'limit_exceeded');
  }
  await orders.setState(attemptId, 'open');
};

const requireOrder = async ({ orders }: Needs, attemptId: string): Promise<Order> => {
  const order = await orders.find(attemptId);
  if (order === null) throw new Refusal('attempt_not_found');
  return order;
};

/** Every operation of the contract. This bank sends money and takes none, so that half of them say so. */
export const createHandlers = (needs: Needs) =>
  ({
    createPayout: async (request) => {
      const { params, body } = request;
      const { attempt_id } = params;
      const digest = digestOf(body);
      const reason = declineOf(body);
      const { shop_id, amount, currency } = body;
      const state = reason === null ? 'new' : 'declined';
      const isNew = await needs.orders
        .insert({ attempt_id, shop_id, digest, amount, currency, state, reason })
        // Without the table nothing is taken on.
        .catch(() => Promise.reject(new Refusal('not_carried_out')));
      if (isNew && reason === null) await askBank(needs, request);
      const order = await requireOrder(needs, attempt_id);
      if (!order.digest.equals(digest)) throw new Refusal('attempt_reused');
      return { status: 200, body: toPayout(order) };
    },
    lookUpPayout: async ({ params }) => {
      const order = await needs.orders.find(params.attempt_id);
      const unfound: Payout = { attempt_id: params.attempt_id, status: 'not_found' };
      return { status: 200, body: order === null ? unfound : toPayout(order) };
    },
    fetchEvidence: async ({ params }) => {
      const order = await requireOrder(needs, params.attempt_id);
      return { status: 200, body: { attempt_id: order.attempt_id, evidence: evidenceOf(order) } };
    },
    getCapabilities: async () => ({
      status: 200,
      body: {
        name: 'Toy bank',
        // Rows are never deleted, and the bank keeps references for ever.
        repeats_payouts: true,
        payments: [],
        payouts: [
          {
            method: served.method,
            currency: served.currency,
            min_amount: served.min.toFixed(2),
            max_amount: served.max.toFixed(2),
            usual_seconds: 2,
            latest_seconds: 3_600,
          },
        ],
      },
    }),
    getHealth: async () => ({ status: 200, body: { status: 'up', methods: [] } }),
    listBalances: async () => ({ status: 200, body: { balances: [] } }),
    fetchDocument: async () => {
      throw new Refusal('document_not_found');
    },
    createPayment: async ({ params }) => ({
      status: 200,
      body: { attempt_id: params.attempt_id, status: 'declined', reason: 'method_unavailable' },
    }),
    lookUpPayment: async ({ params }) => ({
      status: 200,
      body: { attempt_id: params.attempt_id, status: 'not_found' },
    }),
    voidPayment: async ({ params }) => ({ status: 200, body: { attempt_id: params.attempt_id, status: 'voided' } }),
    submitReceipt: async () => {
      throw new Refusal('attempt_not_found');
    },
  }) satisfies Handlers<void>;
