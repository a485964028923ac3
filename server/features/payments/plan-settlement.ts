import { formatAmount, type Decimal } from '#platform/money';
import { paymentFigures, quoteOf } from '#features/pricing';
import { receiptsOf, type AttemptRef, type Evidence } from '#providers';
import type { AttemptRow, Settlement } from './batched-payment-facts-store.ts';
import { settlementPostings } from './settlement-postings.ts';

/** What a payment comes to when this much of it was paid. */
export const planSettlement = (
  attempt: AttemptRef,
  row: AttemptRow,
  actual: Decimal,
  evidence: Evidence,
): Settlement => {
  const quote = quoteOf(row);
  const figures = paymentFigures(actual, quote);
  return {
    attempt,
    row,
    actual: formatAmount(actual, row.currency),
    figures,
    postings: settlementPostings(row.provider_id, actual, row.currency, quote, figures),
    receipts: receiptsOf(evidence, actual),
  };
};
