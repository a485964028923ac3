import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { receiptPdf } from '#test/support/receipt-pdf';
import { textPage, writePackedPdf } from './pdf-fixture.ts';
import { createPdfInspector } from './pdf-inspector.ts';

const expected = { amount: '1000.54', number: '2200123412341234' };
const plain = receiptPdf(expected);
const { 2: pages, 5: font, ...others } = textPage(['Сумма 1 000,54 ₽']);
const packed = writePackedPdf(others, 12, { 2: pages, 5: font });

const inspector = createPdfInspector();
afterAll(() => inspector.close());

/** Faults that tell of damage; those of limits are not reached by damage alone. */
const damaged = [
  'It is not a PDF.',
  'It cannot be opened as a PDF.',
  'It has no pages.',
  'Parts of it are packed in a way that cannot be looked into.',
];

const isInspected = async (content: Buffer): Promise<void> => {
  const { verdict, fault, amounts } = await inspector.inspect(content, expected);
  expect(['sound', 'unreadable', 'encrypted', 'scripted', 'automatic']).toContain(verdict);
  if (verdict === 'unreadable') expect(damaged).toContain(fault);
  else expect(fault).toBeNull();
  expect(amounts.every((amount) => /^\d+\.\d{2}$/.test(amount))).toBe(true);
};

const flip = (content: Buffer, bits: readonly number[]): Buffer => {
  const flipped = Buffer.from(content);
  for (const bit of bits) flipped[bit >> 3]! ^= 1 << (bit & 7);
  return flipped;
};

describe.each([
  ['with a table of its objects', plain],
  ['with packed objects', packed],
])('a receipt %s is inspected', (_, receipt) => {
  it('wherever it is cut off', async () => {
    for (let length = 0; length < receipt.length; length += 13) await isInspected(receipt.subarray(0, length));
  });

  it('whatever bits are turned', async () => {
    const bit = fc.nat(receipt.length * 8 - 1);
    await fc.assert(
      fc.asyncProperty(fc.array(bit, { minLength: 1, maxLength: 30 }), (bits) => isInspected(flip(receipt, bits))),
    );
  });

  it('whatever piece of it stands elsewhere', async () => {
    const at = fc.nat(receipt.length);
    await fc.assert(
      fc.asyncProperty(at, at, at, (from, to, where) => {
        const piece = receipt.subarray(Math.min(from, to), Math.max(from, to));
        return isInspected(Buffer.concat([receipt.subarray(0, where), piece, receipt.subarray(where)]));
      }),
    );
  });
});

it('anything is inspected behind a header', async () => {
  const words = [
    'obj',
    'endobj',
    'stream',
    'endstream',
    '<<',
    '>>',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '/',
    '%',
    '1 0 R',
    '1 0 obj',
    'trailer',
    'xref',
    'startxref',
    '/Root',
    '/Type',
    '/Pages',
    '/Kids',
    '/Length',
    '/Filter',
    '/FlateDecode',
    '0',
    '-1',
    '99999999999',
    '\n',
    ' ',
  ];
  const text = fc.array(fc.constantFrom(...words), { maxLength: 200 }).map((parts) => parts.join(' '));
  const bytes = fc.uint8Array({ maxLength: 500 });
  await fc.assert(
    fc.asyncProperty(text, bytes, (words, rest) =>
      isInspected(Buffer.concat([Buffer.from(`%PDF-1.7\n${words}`), rest])),
    ),
  );
});

it('anything is inspected without one', async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), (bytes) => isInspected(Buffer.from(bytes))));
});
