import type { Field } from '#platform/errors';

/** Where v1 has what features find fault with. A field without a place does not compile. */
export const fieldPlaces = {
  amount: '/body/amount',
  cancel_reason: '/body/reason',
  currency: '/body/currency',
  'destination.bank': '/body/bankname',
  'destination.number': '/body/number',
  method: '/body/method',
  return_url: '/body/return_url',
  // Where its requests have no such place, the body as a whole is at fault.
  webhook_url: '/body',
} as const satisfies Record<Field, string>;
