import type { AttemptRef, PaymentFact, ProviderReports, ReceiptVerdict } from '../port.ts';
import { ContractBreachError, type Wire } from './contract.ts';

export type FactsNeeds = {
  readonly reports: ProviderReports;
  /** The currency of an attempt on record; null: there is none. */
  readonly currencyOf: (attempt: AttemptRef) => Promise<string | null>;
};

type Told = { readonly currency: string };

/** What answers tell beside their answer, and the check that they speak of the order's currency. */
export const createFacts = ({ reports, currencyOf }: FactsNeeds) => {
  const requireCurrency = ({ currency }: Told, expected: string | null): void => {
    if (currency !== expected)
      throw new ContractBreachError(`a total in ${currency} of an order in ${String(expected)}`);
  };
  const requireCurrencyOf = async (attempt: AttemptRef, told: Told): Promise<void> =>
    requireCurrency(told, await currencyOf(attempt));
  return {
    requireCurrency,
    requireCurrencyOf,
    report: (fact: PaymentFact): Promise<unknown> => reports.report(fact),
    reportPayout: reports.reportPayout,
    /** A verdict that is there already counts like one that comes later. */
    reportReview: async (
      attempt: AttemptRef,
      fileId: string,
      review: Wire['Review'],
      verdict: ReceiptVerdict | null,
    ): Promise<void> => {
      if (review.file_id !== fileId) throw new ContractBreachError('the review is of another file');
      if (review.verdict === 'accepted') await requireCurrencyOf(attempt, review);
      if (verdict !== null) await reports.reportReceipt(verdict);
    },
  };
};

export type Facts = ReturnType<typeof createFacts>;
