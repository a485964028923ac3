import { afterAll, describe, expect, it } from '@jest/globals';
import { PDFName, PDFString, type PDFDocument } from 'pdf-lib';
import { appendRevision, writePdf, textPage } from './pdf-fixture.ts';
import { createPdfInspector } from './pdf-inspector.ts';
import { signedPdf } from './signed-fixture.ts';

const expected = { amount: '1000.54', number: null };
const line = 'Total 1,000.54 RUB';
const lines = ['Сумма 1 000,54 ₽'];

const inspector = createPdfInspector();
afterAll(() => inspector.close());

const inspect = (content: Buffer) => inspector.inspect(content, expected);

const addFields = (document: PDFDocument): void => {
  const form = document.getForm();
  const page = document.getPage(0);
  form.createTextField('payer').addToPage(page);
  form.createCheckBox('agreed').addToPage(page);
};

const addMetadata = (document: PDFDocument): void => {
  const packet = '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta><?xpacket end="w"?>';
  const stream = document.context.stream(packet, { Type: 'Metadata', Subtype: 'XML' });
  document.catalog.set(PDFName.of('Metadata'), document.context.register(stream));
};

const addColorProfile = (document: PDFDocument): void => {
  const profile = document.context.register(document.context.flateStream(Buffer.alloc(3_144, 7), { N: 3 }));
  const intent = {
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB'),
    DestOutputProfile: profile,
  };
  document.catalog.set(PDFName.of('OutputIntents'), document.context.obj([intent]));
};

const attachXml = async (document: PDFDocument): Promise<void> => {
  await document.attach(Buffer.from('<Invoice><script/></Invoice>'), 'receipt.xml', { mimeType: 'application/xml' });
};

const addScript = (document: PDFDocument): void => document.addJavaScript('main', 'app.alert(1)');

describe('a signed receipt', () => {
  it.each([
    ['in the usual form', {}],
    ['in the form of European law', { subFilter: 'ETSI.CAdES.detached' }],
    ['with its objects packed', { save: { useObjectStreams: true } }],
    ['with fields to fill in', { furnish: addFields }],
    ['with metadata in XML', { furnish: addMetadata }],
    ['with a profile of its colors', { furnish: addColorProfile }],
  ] as const)('is sound: %s', async (_, options) => {
    expect(await inspect(await signedPdf(line, options))).toMatchObject({
      verdict: 'sound',
      fault: null,
      pages: 1,
      hasForm: true,
      hasAttachments: false,
      hasExpectedAmount: true,
    });
  });

  it('is sound when what proves the signature was appended later', async () => {
    const proofs = { 90: { dictionary: '', content: Buffer.alloc(2_000, 1) }, 91: '<< /Type /DSS /Certs [90 0 R] >>' };
    const signed = appendRevision(await signedPdf(line), proofs);
    expect(await inspect(signed)).toMatchObject({ verdict: 'sound', revisions: 2 });
  });

  it('is sound with the data it was made from, which the reviewer is told of', async () => {
    expect(await inspect(await signedPdf(line, { furnish: attachXml }))).toMatchObject({
      verdict: 'sound',
      hasAttachments: true,
    });
  });

  it('that carries a script is told', async () => {
    expect(await inspect(await signedPdf(line, { furnish: addScript }))).toMatchObject({ verdict: 'scripted' });
  });
});

describe('a field', () => {
  const withField = (field: string) =>
    writePdf({
      ...textPage(lines, { catalog: '/AcroForm << /Fields [9 0 R] >>', page: '/Annots [9 0 R]' }),
      9: `<< /Type /Annot /Subtype /Widget /T (name) /Rect [0 0 99 20] /P 3 0 R ${field} >>`,
    });

  it.each([
    ['for a signature that has not been made', '/FT /Sig'],
    ['of which no actions are told', '/FT /Btn'],
    ['with an empty list of actions', '/FT /Tx /AA << >>'],
  ])('is no script: %s', async (_, field) => {
    expect(await inspect(withField(field))).toMatchObject({ verdict: 'sound', hasForm: true });
  });

  it('that counts by a script is one', async () => {
    expect(await inspect(withField('/FT /Tx /AA << /C << /S /JavaScript /JS (x) >> >>'))).toMatchObject({
      verdict: 'scripted',
    });
  });
});
