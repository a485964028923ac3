import type { HostedPage, Step } from '#features/checkout';

type CancelReason = Extract<HostedPage, { readonly step: 'cancelled' }>['reason'];

/** What a page says when something has come to an end, or is not the payer's turn. */
export type Outcome = { readonly heading: string; readonly lines: readonly string[] };

/** Why a receipt was not taken, or no page is shown. */
export type Trouble = 'too_large' | 'no_file' | 'wrong_state' | 'too_often' | 'failed';
export type Notice = 'not_found' | 'not_allowed' | 'foreign' | 'too_often' | 'failed';

export type Texts = {
  readonly pageTitle: (heading: string, payee: string) => string;
  readonly test: string;
  readonly payee: string;
  readonly toPay: string;
  readonly remaining: string;
  /** When hardly any is left. */
  readonly soon: string;
  /** Behind the remaining time, where nothing counts it down. */
  readonly remainingAtOpening: string;
  readonly headings: Readonly<Record<Extract<Step, 'upload_again' | 'under_review' | 'expiring'>, string>>;
  readonly transferStep: string;
  readonly exactAmount: string;
  readonly againLines: readonly string[];
  readonly againDetails: string;
  readonly labels: Readonly<Record<'card' | 'phone' | 'account' | 'bank' | 'holder' | 'amount', string>>;
  readonly copy: string;
  readonly copied: string;
  readonly waiting: string;
  /** Instead, where the page does not change by itself. */
  readonly waitingStill: string;
  readonly over: string;
  readonly uploadStep: string;
  readonly uploadHint: string;
  readonly file: string;
  readonly chooseFile: string;
  readonly chooseOther: string;
  readonly noFile: string;
  /** Before a file that was chosen is sent. */
  readonly checkFile: string;
  readonly send: string;
  readonly sending: string;
  readonly checking: string;
  readonly notPdf: string;
  readonly refresh: string;
  readonly underReview: readonly string[];
  readonly expiring: readonly string[];
  readonly paid: Outcome;
  readonly paidLess: (received: string, asked: string) => Outcome;
  readonly paidMore: (received: string, asked: string) => Outcome;
  readonly cancelled: Readonly<Record<CancelReason, Outcome>>;
  readonly doNotPay: string;
  readonly backToShop: string;
  readonly order: string;
  readonly reference: string;
  readonly help: string;
  readonly paymentNumber: string;
  readonly offline: string;
  readonly language: string;
  readonly troubles: Readonly<Record<Trouble, string>>;
  readonly notices: Readonly<Record<Notice, Outcome>>;
};

export const languages = ['ru', 'en'] as const;
export type Language = (typeof languages)[number];
