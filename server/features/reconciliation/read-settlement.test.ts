import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import type { SettlementProblem } from '#platform/refusals';
import { isOperatorRefusal } from '#platform/refusals';
import { csvOf, mapping, sourceOf } from './reconciliation-fixture.ts';
import { readMapping, type CamtMapping, type CsvMapping, type SettlementMapping } from './settlement-mapping.ts';
import { readSettlement, surveySettlement } from './survey-settlement.ts';
import type { SettlementLine } from './settlement-line.ts';

const id = '01a1fdec-f8de-71fa-89eb-62df7b43551d';
const other = '01a1fdec-f8de-71fa-89eb-62df7b43551e';

const readAll = async (text: string | Uint8Array, how: SettlementMapping): Promise<SettlementLine[]> => {
  const lines: SettlementLine[] = [];
  for await (const read of readSettlement(sourceOf(text), how).lines) {
    if ('fault' in read) throw new Error(`${read.line}: ${JSON.stringify(read.fault)}`);
    lines.push(read.settled);
  }
  return lines;
};

const problemsOf = async (
  text: string | Uint8Array,
  how: SettlementMapping = mapping,
): Promise<SettlementProblem[]> => {
  try {
    await surveySettlement(sourceOf(text), how);
    return [];
  } catch (error) {
    if (!isOperatorRefusal(error) || error.code !== 'settlement_file_wrong') throw error;
    return [...(error.details as { problems: readonly SettlementProblem[] }).problems];
  }
};

const csv = mapping as CsvMapping;

describe('a CSV file', () => {
  it('is read by the names of its columns, in any order, quoted or not', async () => {
    const text = `day,type,"amount",id,fee,currency,more\n2026-01-31,out,"10.50","${id}",0.10,rub,x\n`;
    expect(await readAll(text, mapping)).toEqual([
      {
        line: 2,
        reference: id,
        attemptIds: [id],
        direction: 'payout',
        currency: 'RUB',
        amount: '10.50',
        fee: '0.10',
        settledOn: new Date('2026-01-31T00:00:00Z'),
      },
    ]);
  });

  it('may name several attempts, or one that is not ours', async () => {
    const lines = [`${id} ${other}`, `${id};${id.toUpperCase()}`, 'INV-7', `${id} and more`, ''];
    const text = csvOf(lines.map((one) => ({ id: one, amount: '1' })));
    expect((await readAll(text, mapping)).map(({ attemptIds }) => attemptIds)).toEqual([[id, other], [id], [], [], []]);
  });

  it('is read with commas for decimals, days of another order and zone, sums left out', async () => {
    const how: CsvMapping = { ...csv, delimiter: ';', decimal: ',', days: 'DD.MM.YYYY', zone: '+03:00' };
    const text = `id;amount;fee;currency;type;day\n${id};1000,50;;RUB;in;31.01.2026 14:00\nsum;1000,50;;RUB;total;\n`;
    expect(await readAll(text, how)).toMatchObject([
      { amount: '1000.50', fee: '0', settledOn: new Date('2026-01-30T21:00:00Z') },
    ]);
  });

  it('may have net amounts, from which the fee is gone', async () => {
    const text = csvOf([
      { id, amount: '98.00', fee: '2.00' },
      { id: other, amount: '102.00', fee: '2.00', type: 'out' },
    ]);
    const lines = await readAll(text, { ...csv, amounts: 'net' });
    expect(lines.map(({ amount }) => amount)).toEqual(['100', '100']);
  });

  it('may be in another encoding, and begin with a byte order mark', async () => {
    const inCyrillic: CsvMapping = {
      ...csv,
      encoding: 'windows-1251',
      directions: { приход: 'payment' },
      columns: { ...csv.columns, day: undefined },
    };
    const bytes = Buffer.concat([
      Buffer.from(`id,amount,fee,currency,type\n${id},5,0,RUB,`),
      Buffer.from([0xef, 0xf0, 0xe8, 0xf5, 0xee, 0xe4]),
    ]);
    expect(await readAll(bytes, inCyrillic)).toMatchObject([{ direction: 'payment' }]);
    expect(await readAll(`\uFEFF${csvOf([{ id, amount: '5' }])}`, mapping)).toHaveLength(1);
  });

  it('says what it is complete for: whole days, half-open', async () => {
    const text = csvOf([
      { id, amount: '5', day: '2026-01-30' },
      { id: other, amount: '5', day: '2026-02-01' },
    ]);
    expect((await surveySettlement(sourceOf(text), mapping)).period).toEqual({
      from: new Date('2026-01-30T00:00:00Z'),
      to: new Date('2026-02-02T00:00:00Z'),
    });
    expect((await surveySettlement(sourceOf(text), { ...csv, complete: false })).period).toBeNull();
  });

  it.each([
    ['1e3', 'amount_malformed'],
    ['1,000.00', 'malformed'],
    ['0x10', 'amount_malformed'],
    ['NaN', 'amount_malformed'],
    ['', 'amount_malformed'],
    ['٣٠', 'amount_malformed'],
    ['1.', 'amount_malformed'],
    ['+5', 'amount_malformed'],
    ['--5', 'amount_malformed'],
    ['12345678901234567890', 'amount_malformed'],
    ['1.001', 'amount_too_fine'],
    ['0.00', 'amount_nothing'],
    ['-0', 'amount_nothing'],
  ])('with the amount %j is refused', async (amount, code) => {
    expect(
      await problemsOf(
        csvOf([
          { id, amount: '1.10' },
          { id: other, amount },
        ]),
      ),
    ).toMatchObject([{ line: 3, code }]);
  });

  it.each([
    ['2026-02-30', 'day_malformed'],
    ['2026-13-01', 'day_malformed'],
    ['31.01.2026', 'day_malformed'],
    ['yesterday', 'day_malformed'],
  ])('with the day %j is refused', async (day, code) => {
    expect(await problemsOf(csvOf([{ id, amount: '1', day }]))).toMatchObject([{ line: 2, code }]);
  });

  it.each([
    ['an unknown direction', csvOf([{ id, amount: '1', type: 'sideways' }]), 2, 'direction_unknown'],
    ['no currency', csvOf([{ id, amount: '1', currency: '' }]), 2, 'currency_malformed'],
    ['a column that is not there', 'id,sum\n1,2', 1, 'column_missing'],
    ['nothing in it', '', 1, 'malformed'],
    ['a quote that never ends', `id,amount,fee,currency,type,day\n"${id},1`, 1, 'malformed'],
    ['a quote in the middle', `id,amount,fee,currency,type,day\n${id},1"2,0,RUB,in,2026-01-01`, 1, 'malformed'],
    ['a line of more columns', `${csvOf([])}\n${id},1,0,RUB,in,2026-01-01,7`, 1, 'malformed'],
    ['a line of ten megabytes', `${csvOf([])}\n${'9'.repeat(10_000_000)}`, 1, 'malformed'],
    [
      'a reference of thousands of characters',
      csvOf([{ id: 'x'.repeat(5_000), amount: '1' }]),
      2,
      'reference_too_long',
    ],
    [
      'more attempts in a line than a provider names',
      csvOf([
        {
          id: Array.from({ length: 101 }, (_, index) => id.replace(/...$/, String(100 + index))).join(' '),
          amount: '1',
        },
      ]),
      2,
      'reference_too_long',
    ],
  ])('with %s is refused', async (_what, text, line, code) => {
    const [problem] = await problemsOf(text);
    expect(problem).toMatchObject({ code });
    expect(problem!.line).toBeGreaterThanOrEqual(line);
  });

  it('in another encoding than it should be is refused', async () => {
    const bytes = Buffer.concat([Buffer.from(csvOf([{ id, amount: '1' }])), Buffer.from([0x0a, 0xef, 0xf0, 0xe8])]);
    expect(await problemsOf(bytes)).toMatchObject([{ code: 'malformed' }]);
    const wide = Buffer.from(csvOf([{ id, amount: '1' }]), 'utf16le');
    expect(await problemsOf(wide)).not.toEqual([]);
  });

  it('is refused with twenty of its problems, not with all of a million', async () => {
    const text = csvOf(Array.from({ length: 1_000 }, () => ({ id, amount: 'much' })));
    expect(await problemsOf(text)).toHaveLength(20);
  });
});

const camt: CamtMapping = { format: 'camt.053', amounts: 'gross', zone: '+00:00', complete: false };

const entry = (inner: string, side = 'CRDT', amount = '10.00', more = ''): string =>
  `<Ntry><NtryRef>${id}</NtryRef><Amt Ccy="RUB">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${more}
    <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-31</Dt></BookgDt>${inner}</Ntry>`;
const details = (...transactions: readonly string[]): string =>
  `<NtryDtls>${transactions.map((one) => `<TxDtls>${one}</TxDtls>`).join('')}</NtryDtls>`;
const reference = (text: string): string => `<Refs><EndToEndId>${text}</EndToEndId></Refs>`;
const statement = (...entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
    <GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Bal><Amt Ccy="RUB">999.00</Amt></Bal>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;

describe("a bank's statement", () => {
  it('has a line for each transaction of its booked entries, with the charges as the fee', async () => {
    const text = statement(
      entry(
        details(
          `${reference(id.replaceAll('-', ''))}<AmtDtls><TxAmt><Amt Ccy="RUB">4.00</Amt></TxAmt></AmtDtls>`,
          `${reference(other)}<Amt Ccy="RUB">6.00</Amt><Chrgs><Rcrd><Amt Ccy="RUB">0.10</Amt></Rcrd></Chrgs>`,
        ),
      ),
      entry('', 'DBIT'),
    );
    const settledOn = new Date('2026-01-31T00:00:00Z');
    const plain = { currency: 'RUB', fee: '0', settledOn };
    expect(await readAll(text, camt)).toEqual([
      { ...plain, line: 1, reference: id.replaceAll('-', ''), attemptIds: [id], direction: 'payment', amount: '4.00' },
      { ...plain, line: 2, reference: other, attemptIds: [other], direction: 'payment', amount: '6.00', fee: '0.10' },
      { ...plain, line: 3, reference: id, attemptIds: [id], direction: 'payout', amount: '10.00' },
    ]);
  });

  it('lets transactions without amounts share that of their entry', async () => {
    const text = statement(entry(details(reference(id), reference(other))));
    expect(await readAll(text, camt)).toMatchObject([{ amount: '10.00', attemptIds: [id, other] }]);
  });

  it('takes a reversal for money that is taken back, and leaves out what is not booked', async () => {
    const reversal = entry('', 'DBIT', '10.00', '<RvslInd>true</RvslInd>');
    const pending = entry('').replace('BOOK', 'PDNG');
    expect(await readAll(statement(pending, reversal), camt)).toMatchObject([
      { line: 1, direction: 'payment', amount: '-10' },
    ]);
  });

  it('is read with any prefix of its names, and in pieces of a byte', async () => {
    const text = statement(entry(details(`${reference('Überweisung &amp; mehr')}`)))
      .replace(/<(\/?)(?=[A-Z])/g, '<$1ns:')
      .replace('xmlns=', 'xmlns:ns=');
    const bytes = Buffer.from(text);
    const source = {
      name: 'one',
      async *open() {
        for (const byte of bytes) yield await Promise.resolve(Buffer.from([byte]));
      },
    };
    const lines = [];
    for await (const read of readSettlement(source, camt).lines) lines.push(read);
    expect(lines).toMatchObject([{ settled: { reference: 'Überweisung & mehr', attemptIds: [] } }]);
  });

  const bomb = `<!DOCTYPE Document [<!ENTITY a "aaaaaaaaaa">${Array.from(
    { length: 10 },
    (_, index) => `<!ENTITY a${index} "&a;&a;&a;&a;&a;&a;">`,
  ).join('')}]>`;

  it.each([
    ['a document type', statement(entry('')).replace('?>', `?>${bomb}`)],
    [
      'an external entity',
      statement(entry('')).replace('?>', '?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    ],
    ['an entity that XML does not know', statement(entry(details(reference('&x;'))))],
    ['no end', statement(entry('')).slice(0, -40)],
    ['another root', '<html><body>502 Bad Gateway</body></html>'],
    ['another message', statement().replaceAll('BkToCstmrStmt', 'CstmrPmtStsRpt')],
    ['no XML', 'id,amount\n1,2\n'],
    ['nothing in it', ''],
    ['a text of ten megabytes', statement(entry(details(reference('x'.repeat(10_000_000)))))],
    ['an attribute of ten megabytes', statement(entry('')).replace('Ccy="RUB"', `Ccy="${'R'.repeat(10_000_000)}"`)],
    ['thousands of elements in each other', statement('<a>'.repeat(5_000))],
    ['another encoding', statement(entry('')).replace('UTF-8', 'UTF-16')],
    ['bytes that are no UTF-8', Buffer.concat([Buffer.from(statement().slice(0, 300)), Buffer.from([0xff, 0xfe])])],
    ['some transactions without amounts', statement(entry(details(reference(id), '<Amt Ccy="RUB">1.00</Amt>')))],
  ])('with %s is refused', async (_what, text) => {
    expect(await problemsOf(text, camt)).toMatchObject([{ code: 'malformed' }]);
  });

  it.each([
    ['1e3', 'amount_malformed'],
    ['1.001', 'amount_too_fine'],
    ['0', 'amount_nothing'],
  ])('with the amount %s is refused', async (amount, code) => {
    expect(await problemsOf(statement(entry('', 'CRDT', amount)), camt)).toMatchObject([{ line: 1, code }]);
  });
});

describe('a mapping', () => {
  const read = (text: string) => readMapping(Buffer.from(text), 'mapping.yaml');

  it('says what is left out', () => {
    expect(read('format: csv\ncolumns: { attempt: A, amount: B }\ndirection: payment\ncurrency: RUB')).toEqual({
      format: 'csv',
      columns: { attempt: 'A', amount: 'B' },
      direction: 'payment',
      currency: 'RUB',
      encoding: 'utf-8',
      delimiter: ',',
      decimal: '.',
      amounts: 'gross',
      days: 'YYYY-MM-DD',
      zone: '+00:00',
      complete: true,
    });
  });

  it.each([
    ['no YAML', '{'],
    ['a setting that there is none of', 'format: camt.053\nspeed: high'],
    ['no format', 'columns: { attempt: A, amount: B }'],
    ['two words about directions', 'format: csv\ncolumns: { attempt: A, amount: B, direction: C }\ncurrency: RUB'],
    ['no currency', 'format: csv\ncolumns: { attempt: A, amount: B }\ndirection: payment'],
    ['aliases that grow', 'a: &a [1]\nb: [*a, *a]'],
    ['too many bytes', `format: camt.053 #${'x'.repeat(70_000)}`],
  ])('with %s is refused', (_what, text) => {
    expect(() => read(text)).toThrow('settlement_mapping_wrong');
  });
});
