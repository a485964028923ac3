import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import document from '#generated/v1/openapi.json' with { type: 'json' };
import { routes } from '#generated/v1/routes';
import { expectations } from '#generated/v1/violations';
import { RequestError } from '#platform/errors';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import { sendRaw } from '#test/contract/raw-http';
import { eventually } from '#test/support/eventually';
import { formBody, receiptParts, type FormBody } from '#test/support/form-body';
import { renderProblem } from '../v1/problems.ts';
import { createApp } from './create-app.ts';
import { mountDocument } from './mount-document.ts';
import { mostSpools, type Spooled } from './spool.ts';

type Body = { readonly operation_id: string; readonly confirmation_type: string; readonly receipt: Spooled };
type Headers = Readonly<Record<string, string>>;
type Work = (body: Body, headers: Headers) => Promise<void>;

const directory = mkdtempSync(join(tmpdir(), 'turnpike-uploads-'));
const servers: Server[] = [];
const log = createLog('silent');

/** The entrance with a handler that answers what it was handed. */
const start = async (work: Work, uploadDirectory = directory): Promise<string> => {
  const confirmPayment = async ({ body, headers }: { readonly body: Body; readonly headers: Headers }) => {
    await work(body, headers);
    const { receipt, ...fields } = body;
    return { status: 200, body: { ...fields, sizeBytes: receipt.sizeBytes, digest: receipt.digest.toString('hex') } };
  };
  const cancelOperation = async ({ headers }: { readonly headers: Headers }) => ({ status: 200, body: headers });
  const handlers = { confirmPayment, cancelOperation };
  const router = mountDocument({
    document: structuredClone(document),
    routes: routes.filter(({ operationId }) => operationId in handlers),
    handlers,
    expectations,
    isValidatingResponses: false,
    limit: (_request, _response, next) => next(),
    uploadDirectory,
  });
  const isForeignOperation = () => Promise.resolve(false);
  const app = createApp({
    log,
    metrics: createMetrics(),
    isForeignOperation,
    mounts: [{ paths: [], router }],
    rendererOf: () => renderProblem('http://docs'),
    trustedProxies: [],
  });
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

let url: string;
beforeAll(async () => {
  url = await start(async () => undefined);
});
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(directory, { recursive: true });
});

const post = (to: string, { contentType, bytes }: FormBody) =>
  fetch(`${to}/v1/confirm_payment`, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new Uint8Array(bytes),
  });

const headOf = ({ contentType }: FormBody, ...lines: readonly string[]): string =>
  ['POST /v1/confirm_payment HTTP/1.1', 'Host: a', `Content-Type: ${contentType}`, ...lines, '\r\n'].join('\r\n');

const open = (to: string): Socket => {
  const socket = connect(Number(new URL(to).port), '127.0.0.1');
  return socket.on('error', () => socket.destroy());
};

const chunk = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

const id = randomUUID();
const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
const receivedBytes = async (answer: Response): Promise<unknown> => [answer.status, await answer.json()];

describe('an upload', () => {
  it.each([1, 4_095, 65_536, 1_000_003, 10_485_760])('of %d bytes is handed over as it was sent', async (sizeBytes) => {
    const contents: Buffer[] = [];
    const reading = await start(async ({ receipt }) => void contents.push(await receipt.read(), await receipt.read()));
    const content = randomBytes(sizeBytes);
    const answer = await post(reading, formBody(receiptParts(id, content)));
    const fields = { operation_id: id, confirmation_type: 'receipt' };
    expect(await receivedBytes(answer)).toEqual([200, { ...fields, sizeBytes, digest: digestOf(content) }]);
    expect(contents.map((read) => read.equals(content))).toEqual([true, true]);
  });

  it('is the same however its bytes are cut', async () => {
    // Looks like the end of a part, again and again.
    const trap = '\r\n--------------------------d74496d66958873';
    const content = Buffer.from(`%PDF${trap}f${trap}${trap}-\r\n\r--`);
    const form = formBody(receiptParts(id, content));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 20 }), async (sizes) => {
        const pieces: Buffer[] = [];
        for (let at = 0, turn = 0; at < form.bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length]!;
          pieces.push(chunk(form.bytes.subarray(at, at + size)));
          at += size;
        }
        const head = Buffer.from(headOf(form, 'Transfer-Encoding: chunked', 'Connection: close'));
        const answer = await sendRaw(url, Buffer.concat([head, ...pieces, chunk(Buffer.alloc(0))]));
        expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(digestOf(content))]);
      }),
      { numRuns: 40 },
    );
  });

  it('of rubbish is refused, whatever the rubbish', async () => {
    const form = formBody([]);
    const boundary = form.contentType.split('boundary=')[1]!;
    const crumbs = [
      `--${boundary}`,
      `\r\n--${boundary}`,
      `\r\n--${boundary}--`,
      '\r\n',
      '\r\n\r\n',
      '--',
      '-',
      '\r',
      '\n',
      '\0',
      ':',
      ';',
      '=',
      'Content-Disposition: form-data',
      '; name="receipt"',
      '; name=receipt',
      '; filename="a"',
      "; filename*=utf-8''%",
      '; name="operation_id"',
      'Content-Type: text/plain; charset=utf-16le',
      ' \t',
      '"',
      '\\',
      '__proto__',
      'x'.repeat(9_000),
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...crumbs), { maxLength: 24 }), async (parts) => {
        const answer = await post(url, { ...form, bytes: Buffer.from(parts.join('')) });
        expect([answer.status, await answer.json()]).toEqual([
          400,
          expect.objectContaining({ code: 'invalid_request' }),
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it('is called by its media type alone once it is read, as other bodies are', async () => {
    const types: unknown[] = [];
    const looking = await start(async (_body, headers) => void types.push(headers['content-type']));
    const form = formBody(receiptParts(id, 'a receipt'));
    await post(looking, { ...form, contentType: `${form.contentType}; invented=${id}; "x;y=z"` });
    const headers = { 'content-type': `application/json; invented=${id}` };
    const answer = await fetch(`${looking}/v1/cancel_operation`, {
      method: 'POST',
      headers,
      body: `{"operation_id":"${id}"}`,
    });
    types.push(((await answer.json()) as Headers)['content-type']);
    expect(types).toEqual(['multipart/form-data', 'application/json']);
  });

  it('lies in no file that has a name', async () => {
    const names: string[][] = [];
    const looking = await start(async () => void names.push(readdirSync(directory)));
    await post(looking, formBody(receiptParts(id, randomBytes(200_000))));
    expect(names).toEqual([[]]);
  });

  it('can be read by who works on it after its sender is gone, and not later', async () => {
    const content = randomBytes(300_000);
    const outcomes: boolean[] = [];
    let receipt: Spooled | undefined;
    const working = await start(async (body) => {
      receipt = body.receipt;
      sender.destroy();
      const server = servers.at(-1)!;
      const countConnections = promisify(server.getConnections.bind(server));
      await eventually(async () => (await countConnections()) === 0, 'the connection to be gone');
      outcomes.push(content.equals(await receipt.read()));
    });
    const form = formBody(receiptParts(id, content));
    const sender = open(working);
    sender.write(Buffer.concat([Buffer.from(headOf(form, `Content-Length: ${form.bytes.length}`)), form.bytes]));
    await eventually(() => outcomes.length > 0, 'the work to be done');
    expect(outcomes).toEqual([true]);
    await eventually(
      () =>
        receipt!.read().then(
          () => false,
          () => true,
        ),
      'the file to be closed',
    );
  });
});

describe('uploads at once', () => {
  it('are as many as there may be open files; a later one is told to come again', async () => {
    const form = formBody(receiptParts(id, randomBytes(100)));
    const half = form.bytes.subarray(0, form.bytes.length - 80);
    const begin = (): Socket => {
      const socket = open(url);
      socket.write(headOf(form, `Content-Length: ${form.bytes.length}`));
      socket.write(half);
      return socket;
    };
    const sockets = Array.from({ length: mostSpools }, begin);
    const refused = await eventually(async () => {
      const answer = await post(url, form);
      if (answer.status !== 200) return answer;
      // This one may have held the last place while another one came.
      sockets.push(begin());
      return null;
    }, 'them to be all under way');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    sockets.forEach((socket) => socket.destroy());
    await eventually(async () => (await post(url, form)).status === 200, 'the places of who is gone to be free');
  });

  it('of one shop or payment that are too many are told to come again', async () => {
    const full = await start(() =>
      Promise.reject(new RequestError('too_many_requests', { message: 'too many uploads at once' })),
    );
    const refused = await post(full, formBody(receiptParts(randomUUID(), 'a receipt')));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
  });
});

describe('a disk that takes nothing', () => {
  it('makes uploads temporarily unavailable and nothing else', async () => {
    const none = await start(async () => undefined, join(directory, 'nowhere'));
    const answer = await post(none, formBody(receiptParts(id, 'a receipt')));
    expect(await receivedBytes(answer)).toEqual([503, expect.objectContaining({ code: 'temporarily_unavailable' })]);
    expect((await post(none, formBody(receiptParts('not an id', '').slice(0, 2)))).status).toBe(400);
  });
});
