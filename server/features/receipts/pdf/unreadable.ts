import type { Inspection } from './inspection.ts';

export const unreadable = (fault: string): Inspection => ({
  verdict: 'unreadable',
  fault,
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
