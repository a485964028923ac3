import { describe, expect, it } from '@jest/globals';
import type { Findings } from '#features/receipts';
import { describeFindings } from './describe-findings.ts';

const plain: Findings = {
  verdict: 'sound',
  fault: null,
  pages: 1,
  creator: null,
  producer: null,
  createdAt: null,
  modifiedAt: null,
  revisions: 1,
  hasAttachments: false,
  hasForm: false,
  amounts: ['1000.00', '30.00'],
  hasExpectedAmount: true,
  hasDestination: true,
  antivirus: null,
  isUsedElsewhere: false,
};
const described = (found: Partial<Findings>): string[] => describeFindings({ ...plain, ...found }, '1000.00 RUB');

describe('what was found in a file', () => {
  it('is said of a plain receipt in three sentences', () => {
    expect(described({})).toEqual([
      'It is a sound PDF of 1 page.',
      'The expected 1000.00 RUB is among the amounts in its text: 1000.00, 30.00.',
      'Its text names the destination.',
    ]);
  });

  it('is said of one that names neither amount nor destination', () => {
    expect(described({ hasExpectedAmount: false, hasDestination: false, pages: 2, amounts: ['10.00'] })).toEqual([
      'It is a sound PDF of 2 pages.',
      'The expected 1000.00 RUB is not among the amounts in its text: 10.00.',
      'Its text does not name the destination.',
    ]);
  });

  it('says nothing about the text of a file that could not be read', () => {
    const unread = { amounts: [], hasExpectedAmount: false, hasDestination: false, pages: null, revisions: null };
    expect(described({ ...unread, verdict: 'unreadable', fault: 'It is not a PDF.' })).toEqual([
      'It could not be read, which is no sign of fraud: It is not a PDF.',
    ]);
    expect(described({ ...unread, verdict: 'encrypted' })).toEqual(['It is encrypted. The receipt of a bank is not.']);
  });

  it('warns of scripts, and says what the text has all the same', () => {
    expect(described({ verdict: 'scripted' })).toHaveLength(3);
    expect(described({ verdict: 'scripted' })[0]).toContain('Open it with care.');
  });

  it('warns of malware right after what the file is, and of a file that was not scanned', () => {
    expect(described({ antivirus: { isScanned: true, malware: 'Eicar\u001b[2J' } })[1]).toMatch(
      /^THE ANTIVIRUS FOUND MALWARE IN IT: Eicar[^\u001b]*\. Do not open it\.$/,
    );
    expect(described({ antivirus: { isScanned: false } })[1]).toContain('scan it before you open it');
    expect(described({ antivirus: { isScanned: true, malware: null } })).toEqual(described({}));
  });

  it('warns of what a file does by itself, and says what that is', () => {
    const found = described({ verdict: 'automatic', signs: ['submit', 'remote_file'] });
    expect(found.slice(0, 3)).toEqual([
      'It does something by itself. The receipt of a bank does not. Open it with care.',
      'It sends away what is in its fields.',
      'It names a file on another machine.',
    ]);
    expect(found).toHaveLength(5);
  });

  it('warns of malware, and says nothing about its text', () => {
    const unread = { amounts: [], hasExpectedAmount: false, hasDestination: false };
    expect(described({ ...unread, verdict: 'infected', signs: ['eicar'] })).toEqual([
      'It carries what is taken for malware. Do not open it.',
      'It carries the text by which scanners for malware are tested (EICAR).',
    ]);
  });

  it('says how it was made, and that it was changed', () => {
    const found = described({
      creator: 'Paint',
      producer: 'PDF Editor 5',
      createdAt: '2025-11-21T10:00:00.000Z',
      modifiedAt: '2025-11-21T11:00:00.000Z',
      revisions: 3,
      hasAttachments: true,
      hasForm: true,
    });
    expect(found.slice(3)).toEqual([
      'It says about itself: made with Paint, written by PDF Editor 5, made at 2025-11-21T10:00:00.000Z, changed at 2025-11-21T11:00:00.000Z.',
      'It was saved 3 times: it was changed after it was made.',
      'Other files are attached to it.',
      'It has a form to fill in.',
    ]);
  });
});
