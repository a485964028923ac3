import { holdsEicar } from './eicar.ts';
import type { Inspection } from './inspection.ts';

export const unreadable = (fault: string): Inspection => ({
  verdict: 'unreadable',
  fault,
  signs: [],
  pages: null,
  creator: null,
  producer: null,
  createdAt: null,
  modifiedAt: null,
  revisions: null,
  hasAttachments: false,
  hasForm: false,
  amounts: [],
  hasExpectedAmount: false,
  hasDestination: false,
});

/** Of what is no PDF at all, the commonest mistake. */
export const inspectOther = (content: Buffer): Inspection => {
  const inspection = unreadable('It is not a PDF.');
  return holdsEicar(content) ? { ...inspection, verdict: 'infected', fault: null, signs: ['eicar'] } : inspection;
};
