import { once } from 'node:events';
import { connect } from 'node:net';

const pieceBytes = 64 * 1024;
const piece = Buffer.alloc(pieceBytes, ' ');

type Upload = { readonly headers: readonly string[]; readonly sizeBytes: number; readonly isChunked?: boolean };
export type UploadOutcome = {
  /** Of the answer; null where the connection ended without one. */
  readonly status: number | null;
  readonly text: string;
};

const chunkOf = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** Sends a body as fast as the other side takes it and goes on whatever is answered, until the connection ends. */
export const upload = async (url: string, { headers, sizeBytes, isChunked = false }: Upload): Promise<UploadOutcome> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  socket.on('error', () => socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${sizeBytes}`;
  const lines = ['POST /v1/payment HTTP/1.1', 'Host: a', 'Content-Type: application/json', length, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const framed = isChunked ? chunkOf(piece) : piece;
  for (let sentBytes = 0; sentBytes < sizeBytes && socket.writable; sentBytes += pieceBytes) {
    if (!socket.write(framed)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  }
  if (isChunked && socket.writable) socket.write('0\r\n\r\n');
  await closed;
  const text = Buffer.concat(received).toString('utf8');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? NaN) || null, text };
};
