import { createHash } from 'node:crypto';
import { isFinal, isPayable, type HostedPage } from '#features/checkout';
import type { Money } from '#platform/money';
import { copiedAmount, kindOfNumber, showBank, showMoney, showNumber, showSeconds } from './formats.ts';
import type { Language, Outcome, Texts } from './texts.ts';
import { texts } from './translations.ts';

/** A line of where to pay; what is copied may differ from what is read. */
type Requisite = {
  readonly label: string;
  readonly shown: string;
  readonly copied: string | null;
  /** Never broken over two lines. */
  readonly isNumber: boolean;
};

type Tone = 'good' | 'part' | 'waiting' | 'bad';

/** Everything that the templates put on a page: they decide nothing. */
export type PageView = {
  readonly state: string;
  readonly operationId: string;
  readonly payee: string;
  readonly isTest: boolean;
  readonly isFinal: boolean;
  readonly description: string | null;
  readonly returnUrl: string | null;
  readonly reference: string;
  /** Asked for, which is not what may have come. */
  readonly asked: string;
  /** Whether the list about the order has it, too: where it is not the heading. */
  readonly isAmountListed: boolean;
  readonly heading: string;
  readonly amount: string;
} & (
  | {
      readonly layout: 'payable';
      readonly step: 'pay' | 'pay_and_upload' | 'upload_again';
      readonly copiedAmount: string;
      readonly requisites: readonly Requisite[];
      readonly remainingSeconds: number;
      readonly remaining: string;
      readonly isSoon: boolean;
    }
  | {
      readonly layout: 'outcome';
      readonly tone: Tone;
      readonly lines: readonly string[];
      readonly isAmountShown: boolean;
      readonly isWarned: boolean;
    }
);

/** The longest number that fits the narrowest screen: accounts have at most so many digits in every country of ours. */
const longestUnbroken = 24;

/** From then on the time is said with emphasis. The page's own script has the same figure. */
const soonSeconds = 120;

/** Short enough to be read out to the shop, which finds it at the end of the operation's id. */
const referenceOf = (operationId: string): string => operationId.slice(-8);

type Payable = Extract<HostedPage, { readonly remainingSeconds: number }>;

const requisitesOf = ({ destination }: Payable, text: Texts, language: Language): readonly Requisite[] => {
  const { number, name, bankname, banknameDetails } = destination;
  const bank = showBank(bankname, banknameDetails, language);
  return [
    {
      label: text.labels[kindOfNumber(number)],
      shown: showNumber(number),
      copied: number,
      isNumber: number.length <= longestUnbroken,
    },
    ...(bank === null ? [] : [{ label: text.labels.bank, shown: bank, copied: null, isNumber: false }]),
    ...(name === null ? [] : [{ label: text.labels.holder, shown: name, copied: null, isNumber: false }]),
  ];
};

type Paid = Extract<HostedPage, { readonly received: Money }>;

/** What really came decides what is said, not what was asked. */
const paidOutcome = (
  { received, amount }: Paid,
  text: Texts,
  language: Language,
): Outcome & { readonly tone: Tone } => {
  const shown = [showMoney(received, language), showMoney(amount, language)] as const;
  if (received.amount.lt(amount.amount)) return { ...text.paidLess(...shown), tone: 'part' };
  return { ...(received.amount.gt(amount.amount) ? text.paidMore(...shown) : text.paid), tone: 'good' };
};

const outcomeOf = (
  page: Exclude<HostedPage, Payable>,
  text: Texts,
  language: Language,
): Outcome & { readonly tone: Tone } => {
  if (page.step === 'under_review')
    return { heading: text.headings.under_review, lines: text.underReview, tone: 'waiting' };
  if (page.step === 'expiring') return { heading: text.headings.expiring, lines: text.expiring, tone: 'waiting' };
  if (page.step === 'cancelled') return { ...text.cancelled[page.reason], tone: 'bad' };
  return paidOutcome(page, text, language);
};

/** Names what the payer sees, so that a page which shows it already is told only that; the running time is no part of it. */
const stateOf = (page: HostedPage, language: Language): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...page, language, remainingSeconds: null }))
    .digest('base64url')
    .slice(0, 16);

export const describePage = (page: HostedPage, language: Language): PageView => {
  const text = texts[language];
  const shown = {
    state: stateOf(page, language),
    operationId: page.operationId,
    payee: page.payee,
    isTest: page.isTest,
    description: page.description,
    returnUrl: page.returnUrl,
    isFinal: isFinal(page),
    reference: referenceOf(page.operationId),
    asked: showMoney(page.amount, language),
    isAmountListed: !isPayable(page) || page.step === 'upload_again',
  };
  if (isPayable(page)) {
    return {
      ...shown,
      layout: 'payable',
      step: page.step,
      heading: page.step === 'upload_again' ? text.headings.upload_again : text.toPay,
      amount: shown.asked,
      copiedAmount: copiedAmount(page.amount),
      requisites: requisitesOf(page, text, language),
      remainingSeconds: page.remainingSeconds,
      remaining: showSeconds(page.remainingSeconds),
      isSoon: page.remainingSeconds <= soonSeconds,
    };
  }
  const { heading, lines, tone } = outcomeOf(page, text, language);
  return {
    ...shown,
    layout: 'outcome',
    heading,
    lines,
    tone,
    amount: showMoney(page.step === 'paid' ? page.received : page.amount, language),
    isAmountShown: page.step !== 'cancelled',
    isWarned: page.step === 'cancelled',
  };
};
