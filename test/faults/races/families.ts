import { profileOf } from '#features/operations';
import type { Api } from '#platform/apis';
import { h2hFamilies } from './h2h-families.ts';
import { receiptFamilies, type Family } from './receipt-families.ts';
import { isCancellation, isReceiptStep, type StepName } from './step-names.ts';

export const repeated = 'Requests that are repeated';

/** Of payments by either API. */
const shared: readonly Family[] = [
  {
    title: 'Cancelled before its create, or while a provider works on it that never answers',
    orderingsOf: ['create', 'cancel', 'cancel by id'],
  },
  {
    title: 'Accepted, and perhaps paid',
    orderingsOf: ['create', 'accepted', 'paid', 'cancel', 'cancel by id', 'expire'],
  },
  { title: 'Accepted, and paid in part', orderingsOf: ['create', 'accepted', 'paid in part', 'cancel', 'expire'] },
  { title: 'Accepted, and failed', orderingsOf: ['create', 'accepted', 'failed', 'cancel', 'expire'] },
  {
    title: 'The provider’s answer is lost',
    orderingsOf: ['create', 'no answer', 'paid', 'cancel', 'cancel by id'],
  },
  { title: 'The answer is lost, and the order failed', orderingsOf: ['create', 'no answer', 'failed', 'cancel'] },
  { title: 'Declined', orderingsOf: ['create', 'declined', 'cancel', 'cancel by id'] },
  {
    title: 'Paid when it expires, which the gateway has not heard yet',
    orderingsOf: ['create', 'accepted', 'paid', 'expire (paid unheard)', 'cancel'],
  },
  {
    title: 'Its provider does not say whether it may expire',
    orderingsOf: ['create', 'accepted', 'paid', 'expire (in doubt)', 'cancel'],
  },
  {
    title: repeated,
    // One that is sent again while the first waits is here only where it is answered alike before and after the decision:
    // nothing tells when it has begun to wait.
    listed: [
      ['cancel', 'cancel', 'create', 'cancel'],
      ['cancel', 'create', 'create again'],
      ['cancel', 'create', 'cancel by id', 'create again', 'cancel'],
      ['create', 'create again', 'accepted'],
      ['create', 'create again', 'accepted', 'cancel', 'create again'],
      ['create', 'create again', 'cancel', 'accepted'],
      ['create', 'cancel', 'create again', 'accepted', 'cancel by id', 'cancel'],
      ['create', 'paid', 'accepted', 'create again', 'cancel', 'create again'],
      ['create', 'no answer', 'create again', 'create again'],
      ['create', 'no answer', 'cancel', 'create again', 'cancel by id'],
      ['create', 'declined', 'cancel', 'create again', 'cancel by id'],
      ['create', 'declined', 'create again', 'create again'],
      ['create', 'accepted', 'cancel', 'cancel', 'cancel by id', 'cancel by id'],
      ['create', 'accepted', 'cancel by id', 'create again', 'paid', 'create again'],
      ['create', 'accepted', 'paid', 'create again', 'cancel', 'create again'],
      ['create', 'accepted', 'expire', 'create again', 'cancel', 'cancel by id'],
    ],
  },
  ...receiptFamilies,
];

const ownFamilies: Readonly<Record<Api, readonly Family[]>> = { v1: [], h2h: h2hFamilies };

/** Only v1 has cancellations, and only where receipts are taken are there any. */
const hasStep =
  (api: Api) =>
  (name: StepName): boolean =>
    isCancellation(name) ? api === 'v1' : profileOf(api).takesReceipts || !isReceiptStep(name);

const only = (family: Family, has: (name: StepName) => boolean): Family => {
  if ('orderingsOf' in family) return { ...family, orderingsOf: family.orderingsOf.filter(has) };
  if ('listed' in family) return { ...family, listed: family.listed.filter((names) => names.every(has)) };
  return { ...family, together: family.together.filter((names) => [...family.after, ...names].every(has)) };
};

/** What payments by an API are put through. An ordering belongs to the first family that has it. */
export const familiesOf = (api: Api): readonly Family[] => [
  ...shared.map((family) => only(family, hasStep(api))),
  ...ownFamilies[api],
];
