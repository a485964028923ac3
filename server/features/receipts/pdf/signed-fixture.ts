import { pdflibAddPlaceholder } from '@signpdf/placeholder-pdf-lib';
import { P12Signer } from '@signpdf/signer-p12';
import { SignPdf } from '@signpdf/signpdf';
import forge from 'node-forge';
import { PDFDocument, StandardFonts, type SaveOptions } from 'pdf-lib';

/** A key and a certificate that vouches for itself, as a PKCS #12 file. Short, because nothing is protected by it. */
const makeCertificate = (password: string): Buffer => {
  const keys = forge.pki.rsa.generateKeyPair(1_024);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = '01';
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  const subject = [{ name: 'commonName', value: 'A bank' }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  const archive = forge.pkcs12.toPkcs12Asn1(keys.privateKey, certificate, password);
  return Buffer.from(forge.asn1.toDer(archive).getBytes(), 'binary');
};

export type SubFilter = 'adbe.pkcs7.detached' | 'ETSI.CAdES.detached';

export type SignedOptions = {
  readonly subFilter?: SubFilter;
  readonly save?: SaveOptions;
  /** What else is in the document before it is signed. */
  readonly furnish?: (document: PDFDocument) => Promise<void> | void;
};

/** A receipt as a bank's own program makes it and signs it. */
export const signedPdf = async (
  line: string,
  { subFilter = 'adbe.pkcs7.detached', save = { useObjectStreams: false }, furnish }: SignedOptions = {},
): Promise<Buffer> => {
  const document = await PDFDocument.create();
  const page = document.addPage();
  page.drawText(line, { font: await document.embedFont(StandardFonts.Helvetica), x: 40, y: 700, size: 12 });
  await furnish?.(document);
  const by = { reason: 'Receipt', contactInfo: 'bank@bank.example', name: 'A bank', location: 'Moscow' };
  pdflibAddPlaceholder({ pdfDoc: document, subFilter, widgetRect: [40, 40, 200, 90], ...by });
  const unsigned = Buffer.from(await document.save(save));
  const password = 'secret';
  return new SignPdf().sign(unsigned, new P12Signer(makeCertificate(password), { passphrase: password }));
};
