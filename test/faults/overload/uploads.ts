import { once } from 'node:events';
import { connect } from 'node:net';
import { formBody, receiptParts } from '#test/support/form-body';

const pieceBytes = 64 * 1024;
const piece = Buffer.alloc(pieceBytes, ' ');

type Upload = { readonly headers: readonly string[]; readonly sizeBytes: number; readonly isChunked?: boolean };
export type UploadOutcome = {
  /** Of the answer; null where the connection ended without one. */
  readonly status: number | null;
  readonly text: string;
};

type Sending = {
  readonly path: string;
  readonly contentType: string;
  readonly headers: readonly string[];
  readonly isChunked: boolean;
  readonly sizeBytes: number;
  readonly pieces: Iterable<Buffer>;
};

const chunkOf = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** Sends a body as fast as the other side takes it and goes on whatever is answered, until the connection ends. */
const send = async (
  url: string,
  { path, contentType, headers, isChunked, sizeBytes, pieces }: Sending,
): Promise<UploadOutcome> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  socket.on('error', () => socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${sizeBytes}`;
  const lines = [`POST ${path} HTTP/1.1`, 'Host: a', `Content-Type: ${contentType}`, length, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  for (const bytes of pieces) {
    if (!socket.writable) break;
    if (!socket.write(isChunked ? chunkOf(bytes) : bytes)) {
      await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    }
  }
  if (isChunked && socket.writable) socket.write('0\r\n\r\n');
  await closed;
  const text = Buffer.concat(received).toString('utf8');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? NaN) || null, text };
};

function* fillerOf(sizeBytes: number): Generator<Buffer> {
  for (let left = sizeBytes; left > 0; left -= pieceBytes) yield left < pieceBytes ? piece.subarray(0, left) : piece;
}

/** A body of blanks that calls itself JSON. */
export const upload = (url: string, { headers, sizeBytes, isChunked = false }: Upload): Promise<UploadOutcome> =>
  send(url, {
    path: '/v1/payment',
    contentType: 'application/json',
    headers,
    isChunked,
    sizeBytes,
    pieces: fillerOf(sizeBytes),
  });

type Receipt = {
  readonly apiKey: string;
  readonly operationId: string;
  readonly fileBytes: number;
  /** Where the file begins; no two uploads are the same file when this is not the same. */
  readonly start?: string;
  readonly isChunked?: boolean;
};

/** A receipt of that many bytes, which is no PDF. */
export const uploadReceipt = (
  url: string,
  { apiKey, operationId, fileBytes, start = '', isChunked = false }: Receipt,
): Promise<UploadOutcome> => {
  const { contentType, bytes } = formBody(receiptParts(operationId, start));
  const at = bytes.lastIndexOf('\r\n--');
  const filler = fileBytes - Buffer.byteLength(start);
  return send(url, {
    path: '/v1/confirm_payment',
    contentType,
    headers: [`X-API-Key: ${apiKey}`, 'Connection: close'],
    isChunked,
    sizeBytes: bytes.length + filler,
    pieces: [bytes.subarray(0, at), ...fillerOf(filler), bytes.subarray(at)],
  });
};
