import { declinedOrder, orderThatIs, takenPayment, takenPayout } from './connector-orders.ts';
import type { ConnectorCall, ConnectorReply } from './fake-connector.ts';
import type { Random } from './random.ts';
import { uglyAnswers } from './ugly-answers.ts';

type Order = {
  readonly attemptId: string;
  readonly shopId: string;
  readonly type: 'payment' | 'payout';
  readonly amount: string;
  status: 'open' | 'paid' | 'declined' | 'voided';
};

export type UglyBank = {
  readonly answer: (call: ConnectorCall) => ConnectorReply;
  /** From now on it answers as its contract says, and payers pay what is open. */
  readonly recover: () => void;
  /** What it knows of each order, as callbacks tell it. */
  readonly callbacks: () => { readonly shopId: string; readonly type: string; readonly data: object }[];
  /** What it has moved, in kopecks: payouts less payments. */
  readonly moved: () => bigint;
};

const toldOf = (path: string, { type, status, amount }: Order): object => {
  if (status === 'declined') return declinedOrder(path);
  if (status === 'voided') return orderThatIs(path, 'voided');
  const money = { status, paid_total: status === 'paid' ? amount : '0.00' };
  return type === 'payment' ? takenPayment(path, money) : takenPayout(path, money);
};

const pathOf = ({ type, attemptId }: Order): string => `/connector/v1/${type}s/${attemptId}`;

const askedIn = ({ path, body }: ConnectorCall, status: Order['status']): Order => {
  const [, , , kind = '', attemptId = ''] = path.split('/');
  const { shop_id: shopId = '', amount = '0.00' } = body.startsWith('{')
    ? (JSON.parse(body) as Record<string, string>)
    : {};
  return { attemptId, shopId, type: kind === 'payments' ? 'payment' : 'payout', amount, status };
};

/**
 * A bank that keeps its word and whose connector does not: it carries orders out once by their attempt, and answers about them with
 * whatever it likes until it recovers.
 */
export const createUglyBank = (random: Random): UglyBank => {
  const orders = new Map<string, Order>();
  let isUgly = true;
  const known = (call: ConnectorCall, otherwise: Order['status']): Order => {
    const asked = askedIn(call, otherwise);
    const order = orders.get(asked.attemptId) ?? asked;
    orders.set(order.attemptId, order);
    return order;
  };
  const carryOut = (call: ConnectorCall): Order => {
    if (call.method === 'PUT') return known(call, call.path.includes('/payouts/') ? 'paid' : 'open');
    // What is asked for and was never ordered is not carried out any more.
    const order = known(call, call.method === 'POST' ? 'voided' : 'declined');
    if (call.method === 'POST' && order.status === 'open') order.status = random.chance(70) ? 'voided' : 'paid';
    return order;
  };
  return {
    answer: (call) => {
      // What it tells of itself.
      if (!/\/(payments|payouts)\//.test(call.path)) return { status: 500, body: 'no' };
      const isLost = isUgly && random.chance(30);
      const right = isLost ? null : { body: toldOf(call.path, carryOut(call)) };
      const [, ugly] = random.pick(uglyAnswers);
      return right !== null && (!isUgly || random.chance(30)) ? right : ugly(call.path);
    },
    recover: () => {
      isUgly = false;
      for (const order of orders.values()) if (order.status === 'open' && random.chance(50)) order.status = 'paid';
    },
    callbacks: () =>
      [...orders.values()]
        .filter(({ shopId }) => shopId !== '')
        .map((order) => ({ shopId: order.shopId, type: `${order.type}.changed`, data: toldOf(pathOf(order), order) })),
    moved: () =>
      [...orders.values()]
        .filter(({ status }) => status === 'paid')
        .reduce((sum, { type, amount }) => {
          const kopecks = BigInt(amount.replace('.', ''));
          return type === 'payout' ? sum + kopecks : sum - kopecks;
        }, 0n),
  };
};
