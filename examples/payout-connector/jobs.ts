import { Webhook } from 'standardwebhooks';
import { toPayout, type Needs } from './handlers.ts';
import type { Order } from './orders.ts';

export type Callbacks = { readonly url: string; readonly secret: string };

/** After the first try, in seconds; later every six hours, for three days. */
const waits = [5, 300, 1_800, 7_200, ...Array.from({ length: 12 }, () => 21_600)];

/** Brings what the bank's statement says to the rows. Read twice it changes nothing. */
export const readStatement = async ({ orders, bank }: Needs): Promise<void> => {
  for (const { reference, kind, amount, at } of await bank.statement()) {
    if (kind === 'booked') await orders.change(reference, { state: 'paid', paidTotal: amount, paidAt: at });
    if (kind === 'rejected') await orders.change(reference, { state: 'failed', reason: 'other' });
    if (kind === 'returned') {
      await orders.change(reference, { state: 'paid', paidTotal: amount, returnedTotal: amount, reason: 'other' });
    }
  }
};

/** What may have been sent is asked for by its reference, and never sent again. */
export const resolveDoubt = async ({ orders, bank }: Needs): Promise<void> => {
  for (const { attempt_id: attemptId } of await orders.findAsking()) {
    if (await bank.knows(attemptId)) await orders.change(attemptId, { state: 'open' });
  }
};

const send = async (order: Order, { url, secret }: Callbacks): Promise<number> => {
  const { attempt_id: attemptId, version, shop_id } = order;
  const timestamp = (order.paid_at ?? new Date()).toISOString();
  const body = JSON.stringify({ type: 'payout.changed', timestamp, shop_id, data: toPayout(order) });
  const [id, now] = [`${attemptId}.${version}`, new Date()];
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(15_000),
  });
  await response.body?.cancel();
  return response.status;
};

const tellOne = async ({ orders }: Needs, order: Order, callbacks: Callbacks): Promise<void> => {
  // Nothing came back: as if it had been an error.
  const status = await send(order, callbacks).catch(() => 0);
  const isOver = [204, 400, 404, 413].includes(status);
  if (isOver && status !== 204) console.error(`The callback about ${order.attempt_id} was answered ${status}.`);
  await orders.tellAgain(order, isOver ? null : (waits[order.tries - 1] ?? null));
};

/** Tells what has changed, as it is now, until it is recorded. */
export const tellChanges = async (needs: Needs, callbacks: Callbacks): Promise<void> => {
  const due = await needs.orders.claimToTell();
  await Promise.all(due.map((order) => tellOne(needs, order, callbacks)));
};
