/** Readers tolerate so much garbage in front of a PDF. */
const mostGarbageBytes = 1_024;
const signature = '%PDF-';

const headerAt = (content: Buffer): number =>
  content.subarray(0, mostGarbageBytes + signature.length).indexOf(signature, 0, 'latin1');

export const beginsLikePdf = (content: Buffer): boolean => headerAt(content) >= 0;

export const withoutGarbage = (content: Buffer): Buffer => content.subarray(Math.max(0, headerAt(content)));
