export type FormPart = {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Of a file; a part without one is a field of text. */
  readonly fileName?: string;
  readonly contentType?: string;
};

export type FormBody = { readonly contentType: string; readonly bytes: Buffer };

const boundary = '------------------------d74496d66958873e';

const headOf = ({ name, fileName, contentType }: FormPart): string =>
  [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`,
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    '\r\n',
  ].join('\r\n');

/** A multipart/form-data body as it goes over the wire, written by hand so that tests may send what no client would. */
export const formBody = (parts: readonly FormPart[]): FormBody => ({
  contentType: `multipart/form-data; boundary=${boundary}`,
  bytes: Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(headOf(part)), Buffer.from(part.content), Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ]),
});

/** The three parts of confirm_payment. */
export const receiptParts = (operationId: string, receipt: string | Uint8Array): FormPart[] => [
  { name: 'operation_id', content: operationId },
  { name: 'confirmation_type', content: 'receipt' },
  { name: 'receipt', content: receipt, fileName: 'receipt.pdf', contentType: 'application/pdf' },
];
