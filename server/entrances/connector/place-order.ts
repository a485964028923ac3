import type { AttemptId, ShopId } from '#platform/ids';
import { decimal } from '#platform/money';
import { sha256 } from '#platform/secrets';
import type { Provider } from '#providers';
import type { Decline, Direction } from './book-store.ts';
import type { Deadline } from './deadline.ts';
import { know, type ConnectorNeeds } from './needs.ts';
import type { Known } from './orders.ts';
import { ConnectorRefusal } from './refusals.ts';

/** The fields of a create that make it the same order when it comes again, as far as its direction has them. */
type OrderedBody = {
  readonly shop_id: string;
  readonly method: string;
  readonly amount: string;
  readonly currency: string;
  readonly destination?: { readonly number: string };
};

const digestOf = (direction: Direction, body: OrderedBody): Buffer =>
  sha256(
    JSON.stringify([
      direction,
      body.shop_id,
      body.method,
      body.amount,
      body.currency,
      body.destination?.number ?? null,
    ]),
  );

/** What is not served is declined: an error would say that the call was wrong. Null where it is served. */
const declineOf = ({ methods }: ConnectorNeeds, { method, currency, amount }: OrderedBody): Decline | null => {
  const served = methods.find((one) => one.method === method && one.currency === currency);
  if (served === undefined) return { reason: 'method_unavailable', detail: `${method} in ${currency} is not served` };
  const isWithin = decimal(amount).gte(decimal(served.minAmount)) && decimal(amount).lte(decimal(served.maxAmount));
  return isWithin ? null : { reason: 'limit_exceeded', detail: `from ${served.minAmount} to ${served.maxAmount}` };
};

type Placement = {
  readonly direction: Direction;
  readonly attemptId: string;
  readonly body: OrderedBody;
  readonly deadline: Deadline;
  /** Places the order; a decline says why. */
  readonly send: (sandbox: Provider) => Promise<{ readonly outcome: string; readonly reason?: string }>;
};

const noteOrder = async ({ book }: ConnectorNeeds, { direction, attemptId, body }: Placement) => {
  const asked = {
    attemptId: attemptId as AttemptId,
    shopId: body.shop_id as ShopId,
    direction,
    currency: body.currency,
    digest: digestOf(direction, body),
  };
  // Nothing was asked of the bank yet: without its book a connector takes nothing on.
  const noted = await book.note(asked).catch(() => {
    throw new ConnectorRefusal('not_carried_out');
  });
  if (!noted.digest.equals(asked.digest)) throw new ConnectorRefusal('attempt_reused');
  return noted;
};

/**
 * Takes an order on, once: what is asked for is on record before the bank is asked, and what comes again is answered as it is
 * now. Answers what is known afterwards.
 */
export const placeOrder = async (needs: ConnectorNeeds, placement: Placement): Promise<Known> => {
  const { attemptId, deadline, send } = placement;
  const { book, orders } = needs;
  const entry = await noteOrder(needs, placement);
  const known = await know(needs, attemptId);
  if (known.entry?.decline || known.placed !== null) return known;
  const declined = declineOf(needs, placement.body);
  if (declined !== null) {
    await book.decline(entry.attemptId, declined);
    return know(needs, attemptId);
  }
  const sandbox = needs.sandboxOver({
    ...orders,
    place: (order) => {
      deadline.begin();
      return orders.place(order);
    },
  });
  const { outcome, reason = '' } = await send(sandbox);
  if (outcome === 'unknown') throw new ConnectorRefusal('outcome_unknown');
  const after = await know(needs, attemptId);
  if (outcome !== 'declined' || after.placed !== null) return after;
  await book.decline(entry.attemptId, {
    reason: placement.direction === 'payment' ? 'no_destination' : 'other',
    detail: reason,
  });
  return know(needs, attemptId);
};
