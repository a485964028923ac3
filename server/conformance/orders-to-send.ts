import { randomUUID } from 'node:crypto';
import type { components } from '#generated/connector/types';
import type { Calls } from './calls.ts';
import type { Cases, PaymentCase, PayoutCase } from './cases.ts';
import { NotTried, type Json } from './outcomes.ts';

type Schemas = components['schemas'];
type Capabilities = Schemas['Capabilities'];
type Direction = 'payment' | 'payout';

const railOf = (method: string): 'card' | 'phone' => (/phone|mobile|^sbp$/i.test(method) ? 'phone' : 'card');

const numbers = { card: '2200000000000004', phone: '+79001003151', account: '40817810000000000001' } as const;

const client = { id: 'conformance-1' };

/** Asked once; what it answers is looked at by a check of its own. */
const rememberCapabilities = ({ call }: Pick<Calls, 'call'>): (() => Promise<Capabilities>) => {
  let asked: Promise<Capabilities | null> | undefined;
  return async () => {
    asked ??= call('getCapabilities').then(({ answer }) =>
      answer?.status === 200 ? (answer.body as Capabilities) : null,
    );
    const found = await asked;
    if (found === null) throw new NotTried('getCapabilities does not say what is served');
    return found;
  };
};

/** The orders by which a connector is tried: of methods that it serves, and of the amounts that its cases name. */
export const createOrders = (calls: Pick<Calls, 'call'>, cases: Cases) => {
  const shopId = randomUUID();
  const capabilities = rememberCapabilities(calls);

  const servedBy = async (direction: Direction): Promise<Schemas['MethodLimits']> => {
    const found = await capabilities();
    const served = (direction === 'payment' ? found.payments : found.payouts) ?? [];
    const wanted = cases[direction]?.method;
    const method = wanted === undefined ? served[0] : served.find((one) => one.method === wanted);
    if (method !== undefined) return method;
    const isAny = wanted === undefined;
    throw new NotTried(isAny ? `it serves no ${direction}s` : `it does not serve ${direction}s by ${wanted}`);
  };
  /** Of a case that was not told there is none; `plain` is always one within the limits. */
  const amountOf = async (direction: Direction, name: PaymentCase | PayoutCase): Promise<string> => {
    const amounts: Readonly<Record<string, string | undefined>> = cases[direction]?.amounts ?? {};
    const told = amounts[name];
    if (told !== undefined) return told;
    if (name !== 'plain') throw new NotTried(`no amount was told for the case ${direction} ${name}`);
    const { min_amount: least, max_amount: most } = await servedBy(direction);
    return Number(least) <= 1000 && Number(most) >= 1000 ? '1000.00' : least;
  };
  return {
    shopId,
    capabilities,
    amountOf,
    payment: async (name: PaymentCase = 'plain', changes: Json = {}): Promise<Json> => {
      const { method, currency } = await servedBy('payment');
      const rail = cases.payment?.rail ?? railOf(method);
      const amount = await amountOf('payment', name);
      return { shop_id: shopId, method, rail, amount, currency, client, ...changes };
    },
    payout: async (name: PayoutCase = 'plain', changes: Json = {}): Promise<Json> => {
      const { method, currency } = await servedBy('payout');
      const { rail = railOf(method), number, bankname } = cases.payout ?? {};
      const amount = await amountOf('payout', name);
      const named = { name: 'Анна Смирнова', ...(bankname !== undefined && { bankname }) };
      const destination = { number: number ?? numbers[rail], ...named };
      const payout = { amount, leg: 1, legs: 1 };
      return { shop_id: shopId, method, rail, amount, currency, destination, client, payout, ...changes };
    },
  };
};
