import { connect, type Socket } from 'node:net';
import { formBody, receiptParts } from '#test/support/form-body';

export type SlowClient = {
  readonly opened: Promise<void>;
  /** Resolves once the connection is gone, with the status that was answered, or null for none. */
  readonly closed: Promise<number | null>;
  /** Sends a little more, so that the connection never looks idle. */
  readonly drip: () => void;
};

type Manner = { readonly head: string; readonly drop: string };

const open = (url: string): Socket => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A reset is one of the ways to be cut off.
  socket.on('error', () => socket.destroy());
  return socket;
};

const start = (url: string, { head, drop }: Manner): SlowClient => {
  const socket = open(url);
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => (received += text));
  socket.write(head);
  return {
    opened: new Promise((resolve) => socket.once('connect', () => resolve())),
    closed: new Promise((resolve) => {
      socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? NaN) || null));
    }),
    drip: () => {
      if (socket.writable && drop !== '') socket.write(drop);
    },
  };
};

const posting = (apiKey: string, body: string): string =>
  `POST /v1/payment HTTP/1.1\r\nHost: a\r\nX-API-Key: ${apiKey}\r\nContent-Type: application/json\r\n${body}\r\n\r\n`;

/** Opens a connection and says nothing. */
export const silent = (url: string): SlowClient => start(url, { head: '', drop: '' });

/** Sends its headers a byte at a time and never comes to their end. */
export const slowInHeaders = (url: string): SlowClient =>
  start(url, { head: 'GET /v1/balances HTTP/1.1\r\nHost: a\r\nX-Slow: ', drop: 'a' });

/** Announces a body and sends it a byte at a time. */
export const slowInBody = (url: string, apiKey: string): SlowClient =>
  start(url, { head: posting(apiKey, 'Content-Length: 60000'), drop: ' ' });

/** Sends a body without a known length in chunks of one byte. */
export const slowInChunks = (url: string, apiKey: string): SlowClient =>
  start(url, { head: posting(apiKey, 'Transfer-Encoding: chunked'), drop: '1\r\n \r\n' });

/** Sends the head of a receipt and then the file a byte at a time. */
export const slowInUpload = (url: string, apiKey: string): SlowClient => {
  const { contentType, bytes } = formBody(receiptParts('019c46cc-11e8-7a0e-9ac9-9ec869c7f582', '%PDF-1.7'));
  const lines = [
    'POST /v1/confirm_payment HTTP/1.1',
    'Host: a',
    `X-API-Key: ${apiKey}`,
    `Content-Type: ${contentType}`,
  ];
  const begun = bytes.subarray(0, bytes.lastIndexOf('\r\n--')).toString();
  return start(url, { head: [...lines, 'Content-Length: 5000000', '', begun].join('\r\n'), drop: ' ' });
};

const question = 'GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n';

/** Asks one question after the other, a few at a time, and reads no answer, until the server takes no more of them. */
export const neverReading = (url: string): SlowClient => {
  const socket = open(url).pause();
  const asking = setInterval(() => {
    if (socket.writableLength === 0) socket.write(question.repeat(16));
  }, 5);
  return {
    opened: new Promise((resolve) => socket.once('connect', () => resolve())),
    closed: new Promise((resolve) => {
      socket.once('close', () => {
        clearInterval(asking);
        resolve(null);
      });
    }),
    drip: () => undefined,
  };
};
