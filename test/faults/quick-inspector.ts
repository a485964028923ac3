import { setTimeout as sleep } from 'node:timers/promises';
import type { createPdfInspector as Real } from '#features/receipts';

const nothingFound = {
  fault: null,
  pages: 1,
  creator: null,
  producer: null,
  createdAt: null,
  modifiedAt: null,
  revisions: 1,
  hasAttachments: false,
  hasForm: false,
  amounts: [],
  hasExpectedAmount: false,
  hasDestination: false,
} as const;

const bad = Buffer.from('bad');

/** Long enough for others to come in between. */
const inspectionMs = 2;

/**
 * In place of reading PDFs, which takes its time, where a trial is about what comes of a file: one whose content begins
 * with `bad` cannot be read, and any other is sound.
 */
export const createPdfInspector = (): ReturnType<typeof Real> => ({
  inspect: async (content) => {
    await sleep(inspectionMs);
    return { ...nothingFound, verdict: content.subarray(0, bad.length).equals(bad) ? 'unreadable' : 'sound' };
  },
  close: () => Promise.resolve(),
});
