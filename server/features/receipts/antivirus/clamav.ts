import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Antivirus } from './antivirus.ts';

export type ClamAvOptions = {
  /** `host:port`, `[::1]:port`, or the path of a Unix socket. */
  readonly address: string;
  /** For the whole scan, its connection included. */
  readonly timeoutMs: number;
};

const chunkBytes = 256 * 1024;
// An answer is a line with a name in it.
const mostAnswerBytes = 4 * 1024;

/** @see https://docs.clamav.net/manual/Usage/Configuration.html for where clamd listens */
const placeOf = (address: string): NetConnectOpts => {
  if (address.startsWith('/')) return { path: address };
  const { hostname, port } = new URL(`tcp://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
};

/** The file as clamd's INSTREAM takes it: pieces, each behind its length, and a piece of length zero. */
const send = (socket: Socket, content: Buffer): void => {
  socket.write('zINSTREAM\0');
  for (let start = 0; start < content.length; start += chunkBytes) {
    const chunk = content.subarray(start, start + chunkBytes);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(chunk.length);
    socket.write(size);
    socket.write(chunk);
  }
  socket.write(Buffer.alloc(4));
};

const malwareIn = (answer: string): string | null => {
  if (answer === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found === undefined) throw new Error(`clamd answered ${JSON.stringify(answer.slice(0, 200))}`);
  return found;
};

const ask = (options: ClamAvOptions, content: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(placeOf(options.address));
    const late = setTimeout(
      () => socket.destroy(new Error(`no answer within ${options.timeoutMs} ms`)),
      options.timeoutMs,
    );
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
      const end = answer.indexOf('\0');
      if (end >= 0) resolve(answer.slice(0, end));
      if (end >= 0 || answer.length > mostAnswerBytes) socket.destroy();
    });
    // Refused in the middle of a file, it has answered already: what is sent after that fails, and means nothing.
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(late);
      reject(new Error('clamd closed the connection without an answer'));
    });
    send(socket, content);
  });

/** Scans through a ClamAV daemon (clamd), by its INSTREAM command; one connection a file. */
export const createClamAv = (options: ClamAvOptions): Antivirus => ({
  scan: async (content) => malwareIn(await ask(options, content)),
});
