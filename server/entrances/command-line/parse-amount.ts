import { OperatorRefusal } from '#platform/refusals';

const form = /^(?!0*(\.0*)?$)\d{1,9}(\.\d{1,2})?$/;

/** @throws OperatorRefusal for what is not an amount above zero with at most two decimals. */
export const parseAmount = (amount: string): string => {
  if (!form.test(amount)) throw new OperatorRefusal('amount_malformed', { amount });
  return amount;
};
