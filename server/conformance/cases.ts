import { z } from 'zod';
import { sandboxRows } from '#generated/shared/sandbox';

const amount = z.string().regex(/^(0|[1-9]\d{0,8})\.\d{2}$/, 'must be an amount such as "1000.00"');

const paymentCases = {
  /** Is taken on. */
  plain: amount,
  /** Is paid in full, by itself. */
  paid: amount,
  /** Is paid in part. */
  paid_in_part: amount,
  /** Is never paid. */
  never_paid: amount,
  /** Is declined. */
  declined: amount,
  /** Is answered after some seconds, or not at all. */
  late: amount,
  /** Needs a receipt, which is found good; or doubtful. */
  receipt_accepted: amount,
  receipt_doubtful: amount,
  /** Its callbacks come before the answer of its create. */
  early_callback: amount,
  /** Its evidence comes after the money. */
  evidence_later: amount,
};

const payoutCases = {
  plain: amount,
  paid: amount,
  declined: amount,
  /** Is taken on, and fails. */
  failed: amount,
  /** Its create is answered `outcome_unknown`, or not at all. */
  unknown_outcome: amount,
  early_callback: amount,
  evidence_later: amount,
  /** Comes back after it was paid. */
  returned: amount,
};

const rail = z.enum(['card', 'phone', 'account']);

const casesFile = z.strictObject({
  payment: z
    .strictObject({
      method: z.string().min(1).optional(),
      rail: rail.optional(),
      amounts: z.strictObject(paymentCases).partial().optional(),
    })
    .optional(),
  payout: z
    .strictObject({
      method: z.string().min(1).optional(),
      rail: rail.optional(),
      number: z.string().min(1).optional(),
      bankname: z.string().min(1).optional(),
      amounts: z.strictObject(payoutCases).partial().optional(),
    })
    .optional(),
});

/** Which orders bring the connector into which case. What is not told cannot be provoked, and is not tried. */
export type Cases = Readonly<z.infer<typeof casesFile>>;
export type PaymentCase = keyof typeof paymentCases;
export type PayoutCase = keyof typeof payoutCases;

/** What is wrong with a file of cases, place by place. */
export class CasesError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.problems = problems;
  }
}

/** @throws CasesError */
export const readCases = (text: string): Cases => {
  try {
    return casesFile.parse(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw new CasesError(['is no JSON']);
    throw new CasesError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  }
};

const amountOf = (direction: 'payment' | 'payout', scenario: string): string => {
  const row = sandboxRows.find((one) => one[direction]?.scenario === scenario);
  if (row === undefined) throw new Error(`The sandbox's table has no row ${scenario}.`);
  return `1000.${row.kopecks === '*' ? '00' : row.kopecks}`;
};

/** Those of the reference connector: the sandbox's table of magic amounts. */
export const sandboxCases = (): Cases => ({
  payment: {
    amounts: {
      plain: amountOf('payment', 'never_paid'),
      paid: amountOf('payment', 'paid_in_full'),
      paid_in_part: amountOf('payment', 'paid_in_part'),
      never_paid: amountOf('payment', 'never_paid'),
      declined: amountOf('payment', 'declined_by_every_provider'),
      late: amountOf('payment', 'provider_too_late'),
      receipt_accepted: amountOf('payment', 'receipt_accepted'),
      receipt_doubtful: amountOf('payment', 'receipt_suspicious'),
      early_callback: amountOf('payment', 'callbacks_out_of_order'),
      evidence_later: amountOf('payment', 'evidence_delayed'),
    },
  },
  payout: {
    amounts: {
      plain: amountOf('payout', 'undecided'),
      paid: amountOf('payout', 'paid_in_full'),
      failed: amountOf('payout', 'declined_after_acceptance'),
      unknown_outcome: amountOf('payout', 'unknown_outcome_found_paid'),
      early_callback: amountOf('payout', 'callbacks_out_of_order'),
      evidence_later: amountOf('payout', 'evidence_delayed'),
    },
  },
});
