import { pairs, type Family } from './receipt-families.ts';
import type { StepName } from './step-names.ts';

const accepted: readonly StepName[] = ['create', 'accepted'];
const endings: readonly StepName[] = ['paid', 'failed', 'expire', 'expire (paid unheard)'];
const creates: readonly StepName[] = ['create again', 'create again (same key)'];

/** Of h2h alone: a create that comes again is refused at once, but an identifier whose payment has failed is free. */
export const h2hFamilies: readonly Family[] = [
  {
    title: 'Requests that are repeated',
    listed: [
      ['create', 'create again', 'create again', 'accepted'],
      ['create', 'create again', 'declined'],
      ['create', 'create again', 'no answer', 'create again'],
      ['create', 'create again', 'accepted, receipt wanted', 'create again'],
      ['create', 'paid', 'create again', 'accepted', 'create again'],
      ['create', 'accepted', 'failed', 'create again', 'create again', 'paid'],
      ['create', 'accepted', 'create again', 'expire', 'create again', 'create again', 'paid'],
      ['create', 'create again (same key)', 'accepted'],
      ['create', 'no answer', 'create again (same key)', 'create again'],
      ['create', 'accepted', 'create again (same key)', 'paid', 'create again (same key)', 'create again'],
      ['create', 'accepted', 'expire', 'create again (same key)', 'create again', 'create again (same key)'],
      ['create', 'declined', 'create again (same key)', 'create again (same key)', 'create again'],
      ['create', 'declined', 'create again', 'create again (same key)'],
    ],
  },
  {
    title: 'Sent again while a provider works on it',
    after: ['create'],
    together: [
      ...pairs(['create again'], ['accepted', 'accepted, receipt wanted', 'declined', 'no answer']),
      ...pairs(['paid', 'paid in part', 'failed'], ['accepted']).map((both) => [...both, 'create again' as const]),
    ],
  },
  {
    title: 'Sent again while it ends',
    after: accepted,
    together: [
      ...pairs(creates, [...endings, 'expire (in doubt)']),
      [...creates, 'failed'],
      [...creates, 'expire'],
      ['create again', 'failed', 'paid'],
      ['create again', 'expire', 'paid'],
    ],
  },
  {
    title: 'Cancelled by v1, which has no payment of that name',
    orderingsOf: [...accepted, 'cancel', 'cancel by id'],
  },
  {
    title: 'Cancelled by v1 while it ends',
    after: accepted,
    together: pairs(['cancel', 'cancel by id'], ['paid', 'failed', 'expire', 'create again']),
  },
];
