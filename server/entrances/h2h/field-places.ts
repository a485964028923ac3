import type { Field } from '#platform/errors';

/** Where h2h has what features find fault with. A field without a place does not compile. */
export const fieldPlaces = {
  amount: '/body/amount',
  // Where its requests have no such place, the body as a whole is at fault.
  cancel_reason: '/body',
  currency: '/body/paymentMethod',
  'destination.bank': '/body/bankName',
  'destination.number': '/body/number',
  method: '/body/paymentMethod',
  return_url: '/body',
  webhook_url: '/body/integrationMerhcnatData/webHook',
} as const satisfies Record<Field, string>;
