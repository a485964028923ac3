import { PayloadTooLargeError } from './api-errors.ts';
import { ConfigurationError } from './errors.ts';

/** The payer's receipt of a payment. */
export interface ConfirmPaymentParams {
  /** The identifier Turnpike issued, as `create` answered it. */
  operation_id: string;
  /**
   * The file, whole: a PDF of at most 10 MiB (10,485,760 bytes), best the one that the payer's bank issued. A
   * Node `Buffer` is a `Uint8Array`, a `File` is a `Blob`. Its name does not count, only its content.
   */
  receipt: Blob | ArrayBuffer | Uint8Array;
}

const mostBytes = 10 * 1024 * 1024;

// Streams and paths are refused: a retry has to send the same bytes again.
const isReceipt = (receipt: unknown): boolean =>
  receipt instanceof Blob ||
  ArrayBuffer.isView(receipt) ||
  Object.prototype.toString.call(receipt) === '[object ArrayBuffer]';

const tooLarge = (): PayloadTooLargeError =>
  new PayloadTooLargeError('The receipt is over 10 MiB (10,485,760 bytes). Nothing was sent.', {
    status: 413,
    code: 'payload_too_large',
    errors: [],
    requestId: undefined,
    operationId: undefined,
    merchantOperationId: undefined,
    operationStatus: undefined,
    retryAfterMs: undefined,
  });

const readBlob = (blob: Blob): Promise<ArrayBuffer> =>
  blob.arrayBuffer().catch((cause: unknown) => {
    throw new ConfigurationError('The receipt could not be read. Nothing was sent.', { cause });
  });

/**
 * The file as every attempt sends it: a copy, also of one that lies on a disk, since both may change between
 * attempts.
 */
export const readReceipt = async (receipt: ConfirmPaymentParams['receipt']): Promise<Blob> => {
  if (!isReceipt(receipt)) {
    throw new ConfigurationError('receipt must be a Blob, an ArrayBuffer or a Uint8Array.');
  }
  // The server stops reading at its limit, which many a client takes for a broken connection, not for a 413.
  const isLarge = (receipt instanceof Blob ? receipt.size : receipt.byteLength) > mostBytes;
  if (isLarge) throw tooLarge();
  const content = receipt instanceof Blob ? await readBlob(receipt) : (receipt as Uint8Array<ArrayBuffer>);
  return new Blob([content], { type: 'application/pdf' });
};

/** The parts of the form, the file last: what names it is read before its bytes. */
export const formOf = (body: {
  readonly operation_id: string;
  readonly confirmation_type: string;
  readonly receipt: Blob;
}): FormData => {
  const form = new FormData();
  form.set('operation_id', body.operation_id);
  form.set('confirmation_type', body.confirmation_type);
  form.set('receipt', body.receipt, 'receipt.pdf');
  return form;
};
