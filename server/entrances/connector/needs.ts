import type { AttemptId } from '#platform/ids';
import type { Provider } from '#providers';
import type { SandboxOrders } from '#providers/sandbox';
import type { BookStore } from './book-store.ts';
import { attemptOf, type Known } from './orders.ts';

/** A method that the connector serves, in both directions. */
export type ServedMethod = {
  readonly method: string;
  readonly currency: string;
  readonly minAmount: string;
  readonly maxAmount: string;
};

export type ConnectorNeeds = {
  readonly book: BookStore;
  readonly orders: SandboxOrders;
  /** The sandbox provider, over these orders. */
  readonly sandboxOver: (orders: SandboxOrders) => Provider;
  readonly providerId: string;
  readonly methods: readonly ServedMethod[];
};

/** The sandbox works on, whether or not its caller still waits: deadlines are kept where orders are placed. */
export const forEver = new AbortController().signal;

/** All that is on record of an attempt. */
export const know = async ({ book, orders }: ConnectorNeeds, attemptId: string): Promise<Known> => {
  const [entry, placed] = await Promise.all([book.find(attemptId), orders.find(attemptOf(attemptId))]);
  return { attemptId: attemptId as AttemptId, entry, placed };
};
