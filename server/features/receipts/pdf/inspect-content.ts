import { countRevisions } from './count-revisions.ts';
import { findAmounts } from './find-amounts.ts';
import { findsDestination } from './find-destination.ts';
import type { Expected, Inspection, InspectionVerdict } from './inspection.ts';
import { toIsoDate } from './pdf-dates.ts';
import { withoutGarbage } from './pdf-header.ts';
import { BeyondLimits } from './pdf-values.ts';
import { readDocument, type DocumentRead } from './read-document.ts';
import { scanObjects, type ScannedObjects } from './scan-objects.ts';
import { unreadable } from './unreadable.ts';

const scriptNames = ['JS', 'JavaScript', 'Launch', 'OnInstantiate'];
const attachmentNames = ['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment'];
const mostAmounts = 20;

const hasAny = (names: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  wanted.some((name) => names.has(name));

/** Without what a console or a database would stumble over, and without numbers that may be somebody's card or phone. */
const shorten = (text: unknown): string | null => {
  if (typeof text !== 'string') return null;
  const clean = text.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/\d(?:[ -]?\d){8,}/gu, '…').trim();
  const shown = [...clean].slice(0, 100).join('');
  return shown === '' ? null : shown;
};

const findingsOf = (content: Buffer, scanned: ScannedObjects, read: DocumentRead | null, expected: Expected) => {
  const amounts = findAmounts(read?.text ?? '');
  return {
    pages: read?.pages ?? null,
    creator: shorten(read?.information['Creator']),
    producer: shorten(read?.information['Producer']),
    createdAt: toIsoDate(read?.information['CreationDate']),
    modifiedAt: toIsoDate(read?.information['ModDate']),
    revisions: countRevisions(content, scanned.names.has('Linearized')),
    hasAttachments: read?.hasAttachments === true || hasAny(scanned.names, attachmentNames),
    hasForm: read?.hasForm === true,
    amounts: amounts.slice(0, mostAmounts),
    hasExpectedAmount: amounts.includes(expected.amount),
    hasDestination: findsDestination(read?.text ?? '', expected.number),
  };
};

type Judgement = readonly [verdict: InspectionVerdict, fault: string | null];

const judge = (scanned: ScannedObjects, read: DocumentRead | 'locked' | null): Judgement => {
  if (scanned.names.has('Encrypt') || read === 'locked') return ['encrypted', null];
  if (hasAny(scanned.names, scriptNames) || scanned.hasFormScript) return ['scripted', null];
  if (read === null) return ['unreadable', 'It cannot be opened as a PDF.'];
  if (read.hasScript) return ['scripted', null];
  if (read.pages === 0) return ['unreadable', 'It has no pages.'];
  if (scanned.hasHiddenObjects) return ['unreadable', 'Parts of it are packed in a way that cannot be looked into.'];
  return ['sound', null];
};

/** Whatever is in the content: an inspection, never a rejection. */
export const inspectContent = async (file: Buffer, expected: Expected): Promise<Inspection> => {
  try {
    const content = withoutGarbage(file);
    const scanned = scanObjects(content);
    const read = await readDocument(content);
    const [verdict, fault] = judge(scanned, read);
    return { verdict, fault, ...findingsOf(content, scanned, read === 'locked' ? null : read, expected) };
  } catch (error) {
    return unreadable(error instanceof BeyondLimits ? error.message : 'It cannot be read.');
  }
};
