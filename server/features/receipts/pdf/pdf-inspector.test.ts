import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { receiptPdf } from '#test/support/receipt-pdf';
import type { Expected } from './inspection.ts';
import {
  appendRevision,
  deflated,
  encryptedPdf,
  packObjects,
  textPage,
  writePackedPdf,
  writePdf,
  writeTextPdf,
  type TextPage,
} from './pdf-fixture.ts';
import { inspectorsOf } from './inspectors-fixture.ts';
import { createPdfInspector } from './pdf-inspector.ts';

const expected: Expected = { amount: '1000.54', number: '2200123412341234' };
const receipt = receiptPdf({ amount: '1000.54', number: '2200123412341234' });
const lines = ['Сумма 1 000,54 ₽'];
const page = textPage(lines);

const inspector = createPdfInspector();
afterAll(() => inspector.close());

const verdictOf = async (content: Buffer) => (await inspector.inspect(content, expected)).verdict;

describe('a receipt', () => {
  it('is sound, and its text is found', async () => {
    expect(await inspector.inspect(receipt, expected)).toEqual({
      verdict: 'sound',
      fault: null,
      signs: [],
      pages: 1,
      creator: null,
      producer: null,
      createdAt: null,
      modifiedAt: null,
      revisions: 1,
      hasAttachments: false,
      hasForm: false,
      amounts: ['1000.54'],
      hasExpectedAmount: true,
      hasDestination: true,
    });
  });

  it('of something else has neither the expected amount nor the destination', async () => {
    expect(await inspector.inspect(receipt, { amount: '1000.55', number: '4000000000000002' })).toMatchObject({
      verdict: 'sound',
      amounts: ['1000.54'],
      hasExpectedAmount: false,
      hasDestination: false,
    });
  });

  it('is sound behind 1,024 bytes of garbage, and no PDF behind more', async () => {
    expect(await verdictOf(Buffer.concat([Buffer.alloc(1_024, 'x'), receipt]))).toBe('sound');
    expect(await verdictOf(Buffer.concat([Buffer.alloc(1_025, 'x'), receipt]))).toBe('unreadable');
  });

  it('is sound with its objects packed', async () => {
    const { 2: pages, 5: font, ...others } = page;
    const packed = writePackedPdf(others, 12, { 2: pages, 5: font });
    expect(await inspector.inspect(packed, expected)).toMatchObject({ verdict: 'sound', hasExpectedAmount: true });
  });

  it('in a font that does not tell its letters is sound, without amounts', async () => {
    const mute = writeTextPdf(lines, { hasLetterMap: false });
    expect(await inspector.inspect(mute, expected)).toMatchObject({
      verdict: 'sound',
      pages: 1,
      hasExpectedAmount: false,
    });
  });

  it('in one of the fonts that every reader has is read as well', async () => {
    const latin = writePdf({
      ...page,
      4: deflated('BT /F1 12 Tf 40 800 Td (Total 1,000.54 RUB) Tj ET'),
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    });
    expect(await inspector.inspect(latin, expected)).toMatchObject({ verdict: 'sound', hasExpectedAmount: true });
  });

  it('is read on its first five pages', async () => {
    const pages = Array.from({ length: 7 }, (_, index) => [20 + index, page[3]] as const);
    const contents = Object.fromEntries(
      pages.map(([number, text], index) => [number, text.replace('/Contents 4 0 R', `/Contents ${40 + index} 0 R`)]),
    );
    const texts = Object.fromEntries(
      pages.map((_, index) => [40 + index, deflated(`BT /F1 12 Tf (${index + 1}.00) Tj ET`)]),
    );
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
    const kids = pages.map(([number]) => `${number} 0 R`).join(' ');
    const pdf = writePdf({ ...page, 2: `<< /Type /Pages /Kids [${kids}] /Count 7 >>`, 5: font, ...contents, ...texts });
    const { pages: count, amounts } = await inspector.inspect(pdf, expected);
    expect([count, amounts]).toEqual([7, ['1.00', '2.00', '3.00', '4.00', '5.00']]);
  });
});

describe('what is no readable PDF', () => {
  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'It is not a PDF.'],
    ['a text', Buffer.from('Перевод выполнен'), 'It is not a PDF.'],
    ['an image', Buffer.from('89504e470d0a1a0a', 'hex'), 'It is not a PDF.'],
    ['a bare header', Buffer.from('%PDF-1.7'), 'It cannot be opened as a PDF.'],
    ['half of a header', Buffer.from('%PDF'), 'It is not a PDF.'],
    [
      'a document without pages',
      writePdf({ 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Type /Pages /Kids [] /Count 0 >>' }),
      '',
    ],
    [
      'hidden objects',
      writePdf({ ...page, 9: { dictionary: '/N 1 /First 4 /Filter /LZWDecode', content: Buffer.from('x') } }),
      'Parts of it are packed in a way that cannot be looked into.',
    ],
  ])('is unreadable: %s', async (_, content, fault) => {
    const inspection = await inspector.inspect(content, expected);
    expect(inspection.verdict).toBe('unreadable');
    expect(inspection.fault).toContain(fault);
  });
});

describe('encryption', () => {
  it('without a password is told, and the text is found', async () => {
    expect(await inspector.inspect(encryptedPdf(lines, ''), expected)).toMatchObject({
      verdict: 'encrypted',
      fault: null,
      hasExpectedAmount: true,
    });
  });

  it('with a password is told', async () => {
    expect(await inspector.inspect(encryptedPdf(lines, 'secret'), expected)).toMatchObject({
      verdict: 'encrypted',
      pages: null,
    });
  });

  it('goes before a script', async () => {
    expect(
      await verdictOf(writeTextPdf(lines, { catalog: '/OpenAction << /S /JavaScript /JS (x) >>' }, '/Encrypt 99 0 R')),
    ).toBe('encrypted');
  });
});

describe('a script', () => {
  const action = '<< /S /JavaScript /JS (app.alert(1)) >>';
  it.each<[string, TextPage]>([
    ['for the document', { catalog: `/Names << /JavaScript << /Names [(a) ${action}] >> >>` }],
    ['when it is opened', { catalog: `/OpenAction ${action}` }],
    ['when it is closed', { catalog: `/AA << /WC ${action} >>` }],
    ['when a page is opened', { page: `/AA << /O ${action} >>` }],
    ['in a note', { page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>]` }],
    ['after another action', { catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${action} >>` }],
    ['that starts a program', { catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }],
    ['with a name in other letters', { catalog: '/OpenAction << /S /Java#53cript /J#53 (x) >>' }],
  ])('is told: %s', async (_, options) => {
    expect(await verdictOf(writeTextPdf(lines, options))).toBe('scripted');
  });

  it('is told in objects that nothing refers to, in packed ones and in former revisions', async () => {
    const first = writePdf({ ...page, 9: action });
    expect(await verdictOf(first)).toBe('scripted');
    expect(await verdictOf(appendRevision(first, { 9: '<< >>' }))).toBe('scripted');
    expect(await verdictOf(writePdf({ ...page, 9: packObjects({ 20: action }) }))).toBe('scripted');
  });

  it('is told in a form described in XML', async () => {
    const form = (xml: string) =>
      writePdf({ ...textPage(lines, { catalog: '/AcroForm << /Fields [] /XFA 9 0 R >>' }), 9: deflated(xml) });
    expect(await verdictOf(form('<xdp:xdp><script>x</script></xdp:xdp>'))).toBe('scripted');
    expect(await verdictOf(form('<xdp:xdp><field/></xdp:xdp>'))).toBe('sound');
  });

  it('is none where a text speaks of it, or a link leads somewhere', async () => {
    const link =
      '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://bank.example/JS) >> >>]';
    expect(await verdictOf(writeTextPdf(['/JS /JavaScript'], { page: link }, '/Info << /Title (/JS /Launch) >>'))).toBe(
      'sound',
    );
  });
});

describe('findings', () => {
  it('are who made it and when, as far as that can be shown', async () => {
    const information =
      "<< /Creator (Bank\\001 \\007[31m) /Producer (%) /CreationDate (D:20250102030405+03'00') /ModDate (soon) >>";
    const pdf = writeTextPdf(lines, {}, `/Info ${information.replace('%', 'p'.repeat(200))}`);
    expect(await inspector.inspect(pdf, expected)).toMatchObject({
      creator: 'Bank [31m',
      producer: 'p'.repeat(100),
      createdAt: '2025-01-02T00:04:05.000Z',
      modifiedAt: null,
    });
  });

  it('hold no number that may be a person’s card or phone', async () => {
    const pdf = writeTextPdf(
      lines,
      {},
      '/Info << /Creator (Bank 2200 0000 0000 0004 v12.3.45678) /Producer (+7 900 123-45-67) >>',
    );
    expect(await inspector.inspect(pdf, expected)).toMatchObject({ creator: 'Bank … v12.3.45678', producer: '+…' });
  });

  it('are its revisions', async () => {
    const changed = appendRevision(receipt, { 4: page[4] });
    expect(await inspector.inspect(changed, expected)).toMatchObject({ verdict: 'sound', revisions: 2 });
  });

  it('are attachments and forms, which are no fault', async () => {
    const attached = writePdf({
      ...textPage(lines, { catalog: '/Names << /EmbeddedFiles << /Names [(a) 9 0 R] >> >>' }),
      9: '<< /Type /Filespec /F (a.txt) /EF << /F 10 0 R >> >>',
      10: { dictionary: '/Type /EmbeddedFile', content: Buffer.from('text') },
    });
    expect(await inspector.inspect(attached, expected)).toMatchObject({
      verdict: 'sound',
      hasAttachments: true,
      hasForm: false,
    });
    const field = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (x) /Rect [0 0 99 20] /P 3 0 R >>';
    const form = writePdf({
      ...textPage(lines, { catalog: '/AcroForm << /Fields [9 0 R] >>', page: '/Annots [9 0 R]' }),
      9: field,
    });
    expect(await inspector.inspect(form, expected)).toMatchObject({
      verdict: 'sound',
      hasAttachments: false,
      hasForm: true,
    });
  });

  it('are twenty amounts at most; the expected one may be a later one', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `${index + 1},00 ₽`);
    const { amounts, hasExpectedAmount } = await inspector.inspect(writeTextPdf(many), {
      amount: '30.00',
      number: null,
    });
    expect([amounts.length, amounts[0], hasExpectedAmount]).toEqual([20, '1.00', true]);
  });
});

/** Only Linux tells; the others are left out. */
const onLinux = process.platform === 'linux' ? it : it.skip;

describe('an inspector', () => {
  it('refuses what goes beyond its queue, and answers all others', async () => {
    const busy = createPdfInspector({ queueLimit: 2 });
    const answers = await Promise.allSettled(Array.from({ length: 4 }, () => busy.inspect(receipt, expected)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(answers[3]).toMatchObject({ reason: { code: 'temporarily_unavailable' } });
    await busy.close();
  });

  it('that is closed refuses what waits, what is under way and what comes', async () => {
    const closing = createPdfInspector();
    const answers = [closing.inspect(receipt, expected), closing.inspect(receipt, expected)];
    const told = Promise.allSettled(answers);
    await closing.close();
    for (const answer of await told) expect(answer).toMatchObject({ reason: { code: 'temporarily_unavailable' } });
    await expect(closing.inspect(receipt, expected)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  });

  it('has nothing to close before its first file', async () => {
    await createPdfInspector().close();
  });

  onLinux('goes on with a new process when the idle one was killed', async () => {
    const [idle] = inspectorsOf(process.pid);
    expect(idle).toBeDefined();
    process.kill(idle!, 'SIGKILL');
    await eventually(() => !inspectorsOf(process.pid).includes(idle!), 'the end of the process');
    expect(await verdictOf(receipt)).toBe('sound');
  });
});
