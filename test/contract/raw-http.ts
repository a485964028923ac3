import { connect } from 'node:net';
import { patienceMs } from '#test/support/patience';

export type RawAnswer = {
  /** 0 where the connection was closed without an answer. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
  /** What came behind the first answer. */
  readonly rest: string;
};

const toAnswer = (received: string): RawAnswer => {
  const headEnd = received.includes('\r\n\r\n') ? received.indexOf('\r\n\r\n') : received.length;
  const [statusLine = '', ...lines] = received.slice(0, headEnd).split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const behind = Buffer.from(received.slice(headEnd + 4));
  const length = Number(headers.get('content-length') ?? behind.length);
  const text = behind.subarray(0, length).toString('utf8');
  const isJson = headers.get('content-type')?.includes('json') === true && text !== '';
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers,
    text,
    body: isJson ? (JSON.parse(text) as unknown) : undefined,
    rest: behind.subarray(length).toString('utf8'),
  };
};

type Manner = {
  /** Closes our side as soon as the bytes are sent. */
  readonly isBrokenOff?: boolean;
};

/** Sends bytes as they are and reads until the server closes: for what no HTTP client would send. */
export const sendRaw = (url: string, bytes: string | Uint8Array, manner: Manner = {}): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const received: Buffer[] = [];
    socket.setTimeout(patienceMs, () => socket.destroy());
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(toAnswer(Buffer.concat(received).toString('utf8'))));
    if (manner.isBrokenOff === true) socket.end(bytes);
    else socket.write(bytes);
  });

/** A whole request; the connection is closed after its answer. */
export const sendLines = (url: string, lines: readonly string[], body = ''): Promise<RawAnswer> =>
  sendRaw(url, `${[...lines, 'Host: 127.0.0.1', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
