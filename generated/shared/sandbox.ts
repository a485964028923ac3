// Written by make generate from openapi/shared/sandbox.yaml; never edited by hand.

/** What the sandbox does with one operation. A fact that does not belong to the scenario is absent. */
export interface SandboxOutcome {
  /** Name of the scenario. */
  readonly scenario: string;
  readonly summary: string;
  /** What the create answers, and the problem code when it is a problem. */
  readonly httpStatus: number;
  readonly problemCode?: string;
  /** Name of the create operation's example. */
  readonly example: string;
  /** Name of the example that shows where the operation ends, and its status there. */
  readonly laterExample?: string;
  readonly laterStatus?: string;
  readonly cancelReason?: string;
  readonly manualCheckReason?: string;
  /** Milliseconds at SANDBOX_SPEED 1. */
  readonly delays?: SandboxDelays;
  /** Part of the amount that is paid, a decimal string; rounded down to the kopeck. All of it when absent. */
  readonly paidShare?: string;
  /** Number of transfers of a payout, and how many of them, from the last, fail. One and none when absent. */
  readonly legs?: number;
  readonly failingLegs?: number;
}

export interface SandboxDelays {
  /** After acceptance. */
  readonly paidAfterMs?: number;
  readonly declinedAfterMs?: number;
  /** After the upload of a receipt. */
  readonly reviewedAfterMs?: number;
  /** After the provider was asked. */
  readonly answerAfterMs?: number;
  readonly detailsAfterMs?: number;
  /** After the provider timed out. */
  readonly lookupAfterMs?: number;
  /** After completion. */
  readonly evidenceUnavailableMs?: number;
}

export interface SandboxRow {
  /** The amount's last two digits; `*` stands for all values without a row. */
  readonly kopecks: string;
  /** Null where the row says nothing about this direction: then the row `*` counts. */
  readonly payment: SandboxOutcome | null;
  readonly payout: SandboxOutcome | null;
}

export const sandboxTable = [
  {
    kopecks: '*',
    payment: {
      scenario: 'paid_in_full',
      summary: 'accepted at once; paid in full after 2 s',
      httpStatus: 200,
      example: 'paid_in_full',
      laterExample: 'payment_paid_in_full',
      laterStatus: 'completed',
      delays: { paidAfterMs: 2000 },
    },
    payout: {
      scenario: 'paid_in_full',
      summary: 'accepted; paid in full after 2 s',
      httpStatus: 200,
      example: 'paid_in_full',
      laterExample: 'payout_paid_in_full',
      laterStatus: 'completed',
      delays: { paidAfterMs: 2000 },
    },
  },
  {
    kopecks: '51',
    payment: {
      scenario: 'declined_by_every_provider',
      summary: 'declined by every provider: 424',
      httpStatus: 424,
      problemCode: 'no_provider_accepted',
      example: 'declined_by_every_provider',
    },
    payout: {
      scenario: 'declined_after_acceptance',
      summary: 'declined after acceptance: cancelled, the money is released',
      httpStatus: 200,
      example: 'declined_after_acceptance',
      laterExample: 'payout_declined_after_acceptance',
      laterStatus: 'cancelled',
      cancelReason: 'declined',
      delays: { declinedAfterMs: 2000 },
    },
  },
  {
    kopecks: '52',
    payment: {
      scenario: 'second_provider_accepts',
      summary: 'the first provider declines, the second accepts; paid in full after 2 s',
      httpStatus: 200,
      example: 'second_provider_accepts',
      laterExample: 'payment_second_provider_accepts',
      laterStatus: 'completed',
      delays: { paidAfterMs: 2000 },
    },
    payout: {
      scenario: 'second_provider_accepts',
      summary: 'the first provider declines, the second accepts; paid in full after 2 s',
      httpStatus: 200,
      example: 'second_provider_accepts',
      laterExample: 'payout_second_provider_accepts',
      laterStatus: 'completed',
      delays: { paidAfterMs: 2000 },
    },
  },
  {
    kopecks: '53',
    payment: {
      scenario: 'provider_too_late',
      summary: 'the provider answers after 16 s, too late, and is voided: 424',
      httpStatus: 424,
      problemCode: 'no_provider_accepted',
      example: 'provider_too_late',
      delays: { answerAfterMs: 16000 },
    },
    payout: {
      scenario: 'unknown_outcome_found_paid',
      summary: 'the provider times out with an unknown outcome; a look-up after 5 s finds it paid',
      httpStatus: 200,
      example: 'unknown_outcome_found_paid',
      laterExample: 'payout_unknown_outcome_found_paid',
      laterStatus: 'completed',
      delays: { lookupAfterMs: 5000 },
    },
  },
  {
    kopecks: '54',
    payment: {
      scenario: 'receipt_accepted',
      summary: 'receipt required; a good PDF completes it',
      httpStatus: 200,
      example: 'receipt_accepted',
      laterExample: 'payment_receipt_accepted',
      laterStatus: 'completed',
      delays: { reviewedAfterMs: 2000 },
    },
    payout: null,
  },
  {
    kopecks: '55',
    payment: {
      scenario: 'receipt_suspicious',
      summary: 'receipt required; review finds it suspicious: `manual_check`, `potential_fake`',
      httpStatus: 200,
      example: 'receipt_suspicious',
      laterExample: 'payment_receipt_suspicious',
      laterStatus: 'manual_check',
      manualCheckReason: 'potential_fake',
      delays: { reviewedAfterMs: 2000 },
    },
    payout: null,
  },
  {
    kopecks: '56',
    payment: {
      scenario: 'receipt_not_terminal',
      summary: 'receipt required; review finds the transfer unfinished: `manual_check`, `not_terminal`',
      httpStatus: 200,
      example: 'receipt_not_terminal',
      laterExample: 'payment_receipt_not_terminal',
      laterStatus: 'manual_check',
      manualCheckReason: 'not_terminal',
      delays: { reviewedAfterMs: 2000 },
    },
    payout: null,
  },
  {
    kopecks: '57',
    payment: {
      scenario: 'paid_in_part',
      summary: 'the payer pays half after 2 s: completed with the actual amount',
      httpStatus: 200,
      example: 'paid_in_part',
      laterExample: 'payment_paid_in_part',
      laterStatus: 'completed',
      delays: { paidAfterMs: 2000 },
      paidShare: '0.5',
    },
    payout: {
      scenario: 'one_leg_fails',
      summary: 'three transfers, one fails: completed with what was paid, the rest released',
      httpStatus: 200,
      example: 'one_leg_fails',
      laterExample: 'payout_one_leg_fails',
      laterStatus: 'completed',
      delays: { paidAfterMs: 2000 },
      legs: 3,
      failingLegs: 1,
    },
  },
  {
    kopecks: '58',
    payment: {
      scenario: 'never_paid',
      summary: 'never paid: expires',
      httpStatus: 200,
      example: 'never_paid',
      laterExample: 'payment_never_paid',
      laterStatus: 'cancelled',
      cancelReason: 'expired',
    },
    payout: {
      scenario: 'undecided',
      summary: 'stays pending until an operator decides',
      httpStatus: 200,
      example: 'undecided',
      laterExample: 'payout_undecided',
      laterStatus: 'pending',
    },
  },
  {
    kopecks: '59',
    payment: {
      scenario: 'callbacks_out_of_order',
      summary: 'callbacks arrive twice, out of order, and before the provider\'s own answer; already completed in the create\'s answer',
      httpStatus: 200,
      example: 'callbacks_out_of_order',
      laterExample: 'payment_callbacks_out_of_order',
      laterStatus: 'completed',
    },
    payout: {
      scenario: 'callbacks_out_of_order',
      summary: 'callbacks arrive twice, out of order, and before the provider\'s own answer; paid in full',
      httpStatus: 200,
      example: 'callbacks_out_of_order',
      laterExample: 'payout_callbacks_out_of_order',
      laterStatus: 'completed',
      delays: { paidAfterMs: 2000 },
    },
  },
  {
    kopecks: '60',
    payment: {
      scenario: 'details_delayed',
      summary: 'details are issued after 5 s (time for a cancel to race); paid in full 2 s later',
      httpStatus: 200,
      example: 'details_delayed',
      laterExample: 'payment_details_delayed',
      laterStatus: 'completed',
      delays: { detailsAfterMs: 5000, paidAfterMs: 2000 },
    },
    payout: {
      scenario: 'three_legs_paid',
      summary: 'three transfers, three receipts; paid in full after 2 s',
      httpStatus: 200,
      example: 'three_legs_paid',
      laterExample: 'payout_three_legs_paid',
      laterStatus: 'completed',
      delays: { paidAfterMs: 2000 },
      legs: 3,
      failingLegs: 0,
    },
  },
  {
    kopecks: '61',
    payment: {
      scenario: 'evidence_delayed',
      summary: 'paid in full after 2 s, receipt evidence unavailable for 10 s',
      httpStatus: 200,
      example: 'evidence_delayed',
      laterExample: 'payment_evidence_delayed',
      laterStatus: 'completed',
      delays: { paidAfterMs: 2000, evidenceUnavailableMs: 10000 },
    },
    payout: {
      scenario: 'evidence_delayed',
      summary: 'paid in full after 2 s, receipt evidence unavailable for 10 s',
      httpStatus: 200,
      example: 'evidence_delayed',
      laterExample: 'payout_evidence_delayed',
      laterStatus: 'completed',
      delays: { paidAfterMs: 2000, evidenceUnavailableMs: 10000 },
    },
  },
] as const satisfies readonly SandboxRow[];

export type SandboxKopecks = (typeof sandboxTable)[number]['kopecks'];
export type SandboxPaymentScenario = NonNullable<(typeof sandboxTable)[number]['payment']>['scenario'];
export type SandboxPayoutScenario = NonNullable<(typeof sandboxTable)[number]['payout']>['scenario'];

/** The same rows in their plain type, for code that walks over all of them. */
export const sandboxRows: readonly SandboxRow[] = sandboxTable;
