import { expect } from '@jest/globals';
import type { Operation } from '@turnpike/sdk';

type Order = { readonly merchant_operation_id: string };

/** ISO 8601 in UTC with milliseconds. */
export const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** What an answer says of the order it belongs to, and since when it is as it is. */
export const begun = ({ merchant_operation_id }: Order) => ({
  merchant_operation_id,
  created_at: aTime,
  updated_at: aTime,
});

/** The same of a payment that waits for its payer. */
export const waiting = (order: Order) => ({ ...begun(order), expires_at: aTime });

const later = (time: string | undefined, before: string | undefined): string => {
  expect([time, before]).toEqual([aTime, aTime]);
  expect(Date.parse(time ?? '')).toBeGreaterThan(Date.parse(before ?? ''));
  return time ?? '';
};

/** As it was, except that something changed when it is `seen` to have, and that it waits for no payer. */
export const changed = (before: Operation, seen: Operation): Operation => {
  const { expires_at: _over, ...rest } = before;
  return { ...rest, updated_at: later(seen.updated_at, before.updated_at) };
};

/** As it was, except that it is over since that change. */
export const over = (before: Operation, seen: Operation): Operation => {
  const rest = changed(before, seen);
  return { ...rest, terminal_at: rest.updated_at };
};

/** As it was, except that it waits for its payer anew since that change. */
export const waitingAnew = (before: Operation, seen: Operation): Operation => ({
  ...changed(before, seen),
  expires_at: later(seen.expires_at, before.expires_at),
});
