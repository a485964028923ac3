import { countRevisions } from './count-revisions.ts';
import { findAmounts } from './find-amounts.ts';
import { findsDestination } from './find-destination.ts';
import { holdsEicar } from './eicar.ts';
import { listenToStreams } from './listen-to-streams.ts';
import type { Expected, Inspection, InspectionVerdict } from './inspection.ts';
import { toIsoDate } from './pdf-dates.ts';
import { withoutGarbage } from './pdf-header.ts';
import { BeyondLimits } from './pdf-values.ts';
import { assertUnpackable } from './pdfjs-core.ts';
import { readDocument, type DocumentRead } from './read-document.ts';
import { newBudget, scanObjects, type ScannedObjects } from './scan-objects.ts';
import type { Sign } from './signs.ts';
import { unreadable } from './unreadable.ts';

const attachmentNames = ['EmbeddedFile', 'EmbeddedFiles', 'FileAttachment'];
const mostAmounts = 20;

const hasAny = (names: ReadonlySet<string>, wanted: readonly string[]): boolean =>
  wanted.some((name) => names.has(name));

/** Without what a console or a database would stumble over, and without numbers that may be a person's card or phone. */
const shorten = (text: unknown): string | null => {
  if (typeof text !== 'string') return null;
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\d(?:[ -]?\d){8,}/gu, '…')
    .trim();
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

const verdicts = {
  eicar: 'infected',
  javascript: 'scripted',
  form_script: 'scripted',
  launch: 'scripted',
  submit: 'automatic',
  import: 'automatic',
  open_address: 'automatic',
  remote_file: 'automatic',
} as const satisfies Record<Sign, InspectionVerdict>;

const judge = (scanned: ScannedObjects, read: DocumentRead | 'locked' | null, signs: readonly Sign[]): Judgement => {
  const told = new Set(signs.map((sign) => verdicts[sign]));
  if (told.has('infected')) return ['infected', null];
  if (scanned.names.has('Encrypt') || read === 'locked') return ['encrypted', null];
  if (told.has('scripted')) return ['scripted', null];
  if (told.has('automatic')) return ['automatic', null];
  if (read === null) return ['unreadable', 'It cannot be opened as a PDF.'];
  if (read.pages === 0) return ['unreadable', 'It has no pages.'];
  if (scanned.hasHiddenObjects) return ['unreadable', 'Parts of it are packed in a way that cannot be looked into.'];
  return ['sound', null];
};

/** Whatever is in the content: an inspection, never a rejection. */
export const inspectContent = async (file: Buffer, expected: Expected): Promise<Inspection> => {
  try {
    const content = withoutGarbage(file);
    const budget = newBudget(content);
    const streams = listenToStreams();
    const scanned = scanObjects(content, streams.listen, budget);
    const read = await readDocument(content);
    assertUnpackable();
    const document = read === 'locked' ? null : read;
    const found = new Set([...scanned.signs, ...streams.signs(scanned.names.has('XFA'))]);
    if (document?.hasScript === true) found.add('javascript');
    if (holdsEicar(content)) found.add('eicar');
    const signs = [...found];
    const [verdict, fault] = judge(scanned, read, signs);
    return { verdict, fault, signs, ...findingsOf(content, scanned, document, expected) };
  } catch (error) {
    return unreadable(error instanceof BeyondLimits ? error.message : 'It cannot be read.');
  }
};
