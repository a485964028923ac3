import type { Findings } from '#features/receipts';
import { printable } from './printable.ts';

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const describeFile = ({ verdict, fault, pages }: Findings): string => {
  if (verdict === 'unreadable')
    return `It could not be read, which is no sign of fraud: ${printable(fault ?? 'no reason')}`;
  if (verdict === 'encrypted') return 'It is encrypted. The receipt of a bank is not.';
  if (verdict === 'scripted') return 'It carries scripts. The receipt of a bank does not. Open it with care.';
  if (verdict === 'automatic') return 'It does something by itself. The receipt of a bank does not. Open it with care.';
  if (verdict === 'infected') return 'It carries what is taken for malware. Do not open it.';
  return `It is a sound PDF${pages === null ? '' : ` of ${plural(pages, 'page')}`}.`;
};

const describeScan = ({ antivirus }: Findings): string[] => {
  if (antivirus?.isScanned === false) return ['The antivirus could not be asked about it: scan it before you open it.'];
  // What was reviewed before there was an antivirus says nothing of it.
  const malware = antivirus?.malware;
  return malware ? [`THE ANTIVIRUS FOUND MALWARE IN IT: ${printable(malware)}. Do not open it.`] : [];
};

const describeAmounts = ({ hasExpectedAmount, amounts }: Findings, expected: string): string => {
  if (hasExpectedAmount) return `The expected ${expected} is among the amounts in its text: ${amounts.join(', ')}.`;
  if (amounts.length === 0) return 'No amount of money was found in its text.';
  return `The expected ${expected} is not among the amounts in its text: ${amounts.join(', ')}.`;
};

const describeMaking = ({ creator, producer, createdAt, modifiedAt, revisions }: Findings): string[] => {
  const made = [
    creator && `made with ${printable(creator)}`,
    producer && `written by ${printable(producer)}`,
    createdAt && `made at ${createdAt}`,
    modifiedAt && modifiedAt !== createdAt && `changed at ${modifiedAt}`,
  ].filter(Boolean);
  const sentences = made.length === 0 ? [] : [`It says about itself: ${made.join(', ')}.`];
  if ((revisions ?? 1) > 1) sentences.push(`It was saved ${revisions} times: it was changed after it was made.`);
  return sentences;
};

const meanings = {
  javascript: 'It carries JavaScript.',
  form_script: 'A form in it, described in XML, carries a script.',
  launch: 'It starts a program.',
  submit: 'It sends away what is in its fields.',
  import: 'It fills its fields from elsewhere.',
  open_address: 'It opens an address on the Internet.',
  remote_file: 'It names a file on another machine.',
  eicar: 'It carries the text by which scanners for malware are tested (EICAR).',
} as const satisfies Record<NonNullable<Findings['signs']>[number], string>;

/** What our own look at the file found, in words for who decides. `expected` is an amount with its currency. */
export const describeFindings = (findings: Findings, expected: string): string[] => {
  const isRead = findings.verdict === 'sound' || findings.verdict === 'scripted' || findings.verdict === 'automatic';
  return [
    describeFile(findings),
    ...describeScan(findings),
    ...(findings.signs ?? []).map((sign) => meanings[sign]),
    ...(isRead ? [describeAmounts(findings, expected)] : []),
    ...(isRead ? [`Its text ${findings.hasDestination ? 'names' : 'does not name'} the destination.`] : []),
    ...describeMaking(findings),
    ...(findings.hasAttachments ? ['Other files are attached to it.'] : []),
    ...(findings.hasForm ? ['It has a form to fill in.'] : []),
  ];
};
