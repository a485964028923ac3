import { connect } from 'node:net';

export type RawAnswer = {
  /** 0 where the connection was closed without an answer. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
};

const toAnswer = (received: string): RawAnswer => {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const text = rest.join('\r\n\r\n');
  const isJson = headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, text, body: isJson ? JSON.parse(text) : undefined };
};

/** Sends bytes as they are and reads until the server closes: for what no HTTP client would send. */
export const sendRaw = (url: string, bytes: string | Uint8Array): Promise<RawAnswer> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const received: Buffer[] = [];
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(toAnswer(Buffer.concat(received).toString('utf8'))));
    socket.write(bytes);
  });

/** A whole request; the connection is closed after its answer. */
export const sendLines = (url: string, lines: readonly string[], body = ''): Promise<RawAnswer> =>
  sendRaw(url, `${[...lines, 'Host: 127.0.0.1', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
