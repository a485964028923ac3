import { setTimeout as sleep } from 'node:timers/promises';
import { zero } from '#platform/money';
import { factOf, outdated, stepsOf, type BankOrder, type NewOrder, type Step } from './bank-order.ts';
import type { Callbacks } from './callbacks.ts';
import type { BankScript } from './plan-operations.ts';
import { openReviews } from './bank-reviews.ts';

const luhnDigit = (payload: string): string => {
  const sum = [...payload].reverse().reduce((total, character, index) => {
    const doubled = Number(character) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
};

/** No bank issues the prefix. */
export const cardNumber = (index: number): string => {
  const payload = `220001${String(index).padStart(9, '0')}`;
  return payload + luhnDigit(payload);
};

const earlyWithinMs = 600;
const tellsLater = new Set<BankScript['outcome']>([
  'pays again',
  'fails, then pays',
  'pays although voided',
  'pays in two parts',
]);

/** What the gateway does not hear of is found out by asking; money after the last word is always told. */
const tellingOf = ({ telling, outcome }: BankScript): BankScript['telling'] =>
  telling === 'never' && tellsLater.has(outcome) ? 'late' : telling;

/** The orders of two banks, and what happens to their money. Both outlive whatever happens to us. */
export const openBooks = (callbacks: Callbacks, scriptOf: (amount: string) => BankScript) => {
  const orders = new Map<string, BankOrder>();
  const refused = new Set<string>();
  const ahead = new Set<() => void>();
  const held: (() => void)[] = [];
  let isHonest = false;

  const tell = async (order: BankOrder): Promise<void> => {
    const fact = factOf(order);
    const telling = tellingOf(order.script);
    if (telling === 'never') return;
    if (telling === 'late' && !isHonest) return void held.push(() => void callbacks.send(factOf(order)));
    const sent = [callbacks.send(fact)];
    if (telling === 'twice' || telling === 'reordered') sent.push(callbacks.send(fact));
    if (telling === 'reordered') sent.push(callbacks.send(outdated(fact)));
    await Promise.all(sent);
  };
  const take = async (order: BankOrder, step: Step): Promise<void> => {
    if (order.state === 'voided' && order.script.outcome !== 'pays although voided') return;
    step.change(order);
    await tell(order);
  };
  /** Something that is to happen, at once when everything does. */
  const later = (afterMs: number, work: () => void): void => {
    const happen = (): void => {
      clearTimeout(timer);
      if (ahead.delete(happen)) work();
    };
    const timer = setTimeout(happen, isHonest ? 0 : afterMs);
    ahead.add(happen);
  };
  const takeLater = (order: BankOrder, step: Step): void => later(step.afterMs, () => void take(order, step));
  const reviews = openReviews({
    later,
    send: (verdict) => void callbacks.send(verdict),
    holdBack: (send) => void (isHonest ? send() : held.push(send)),
    isHonest: () => isHonest,
  });
  return {
    reviews,
    orders: (): readonly BankOrder[] => [...orders.values()],
    find: (attemptId: string): BankOrder | undefined => orders.get(attemptId),
    /** Null: the bank had said before that no such order can come to exist. */
    place: async (wanted: NewOrder & { readonly script?: BankScript }): Promise<BankOrder | null> => {
      const { attemptId, amount } = wanted;
      if (refused.has(attemptId)) return null;
      const present = orders.get(attemptId);
      if (present !== undefined) return present;
      const script = wanted.script ?? scriptOf(amount);
      const order: BankOrder = {
        ...wanted,
        script,
        number: cardNumber(orders.size + 1),
        state: 'open',
        paid: zero,
        returned: zero,
      };
      orders.set(attemptId, order);
      const [first, ...others] = stepsOf(order);
      if (first === undefined) return order;
      const isEarly = tellingOf(script) === 'early' && !isHonest;
      const told = isEarly ? take(order, first) : takeLater(order, first);
      for (const step of others) takeLater(order, step);
      await Promise.race([told, sleep(earlyWithinMs)]);
      return order;
    },
    /** From now on no order can come to exist for the attempt, or it is voided unless it was paid. */
    void: (attemptId: string): BankOrder | null => {
      const order = orders.get(attemptId);
      if (order === undefined) refused.add(attemptId);
      else if (order.paid.eq(zero) && order.state !== 'failed') order.state = 'voided';
      return order ?? null;
    },
    /** Whatever is to happen one day happens now, and is told. */
    finish: (): void => {
      isHonest = true;
      for (const happen of [...ahead]) happen();
      for (const send of held.splice(0)) send();
    },
    isQuiet: (): boolean => ahead.size === 0 && callbacks.isQuiet(),
  };
};

export type Books = ReturnType<typeof openBooks>;
