import type { HostedPage, Step } from '#features/checkout';
import type { OperationId } from '#platform/ids';
import { decimal } from '#platform/money';

const rubles = (amount: string) => ({ amount: decimal(amount), currency: 'RUB' });

const shown = {
  operationId: '019c46c8-58c8-7e9e-b70e-69196216f5eb' as OperationId,
  amount: rubles('12500.54'),
  payee: 'Northern Books',
  isTest: false,
  description: 'Order 184: two tickets',
  returnUrl: 'https://shop.example/orders/184?from=page&step=2',
} as const;

export const requisites = {
  number: '2200000000000012',
  name: 'OLGA SOKOLOVA',
  bankname: 'tcs',
  banknameDetails: null,
} as const;

const payable = (step: 'pay' | 'pay_and_upload' | 'upload_again'): HostedPage => ({
  ...shown,
  step,
  destination: requisites,
  remainingSeconds: 1_790,
});

const paid = (received: string): HostedPage => ({ ...shown, step: 'paid', received: rubles(received) });

const cancelled = (reason: Extract<HostedPage, { step: 'cancelled' }>['reason']): HostedPage => ({
  ...shown,
  step: 'cancelled',
  reason,
});

/** A page in every state, by a name of the state. */
export const pagesInEveryState: Readonly<Record<string, HostedPage>> = {
  pay: payable('pay'),
  pay_and_upload: payable('pay_and_upload'),
  upload_again: payable('upload_again'),
  under_review: { ...shown, step: 'under_review' },
  expiring: { ...shown, step: 'expiring' },
  paid: paid('12500.54'),
  paid_less: paid('500.00'),
  paid_more: paid('13000.00'),
  merchant: cancelled('merchant'),
  declined: cancelled('declined'),
  expired: cancelled('expired'),
  receipt_rejected: cancelled('receipt_rejected'),
  failed: cancelled('failed'),
} satisfies Record<
  Exclude<Step, 'cancelled'> | Extract<HostedPage, { step: 'cancelled' }>['reason'] | `paid_${string}`,
  HostedPage
>;

export const pageIn = (state: string): HostedPage => {
  const page = pagesInEveryState[state];
  if (page === undefined) throw new Error(`No page is in the state ${state}.`);
  return page;
};
