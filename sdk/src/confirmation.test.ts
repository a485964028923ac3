import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { answered, problem } from '../test/contract.ts';
import { cutOff, json, reset, silence, type ReceivedRequest } from '../test/scripted-server.ts';
import { failureOf, openScripted } from '../test/scripted-turnpike.ts';
import {
  ConfigurationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PayloadTooLargeError,
  TimeoutError,
  Turnpike,
  type ConfirmPaymentParams,
} from './index.ts';

const { operation_id } = answered('createPayment', 'receipt_accepted');
const taken = json(200, answered('confirmPayment', 'receipt_accepted'));
// Every byte there is: none may be taken for text.
const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(Array.from({ length: 256 }, (_, at) => at))]);

const { server, turnpike } = await openScripted();

/** The form as a server reads it: its texts, and its file as name, type and bytes. */
const readForm = async ({ bytes, headers }: ReceivedRequest): Promise<Record<string, unknown>> => {
  const type = { 'content-type': headers['content-type'] ?? '' };
  const form = await new Response(Uint8Array.from(bytes), { headers: type }).formData();
  const parts = [...form].map(async ([name, value]) =>
    typeof value === 'string'
      ? [name, value]
      : [name, [value.name, value.type, Buffer.from(await value.arrayBuffer()).toString('hex')]],
  );
  return Object.fromEntries(await Promise.all(parts)) as Record<string, unknown>;
};

const sent = {
  operation_id,
  confirmation_type: 'receipt',
  receipt: ['receipt.pdf', 'application/pdf', content.toString('hex')],
};

describe('handing in a receipt', () => {
  it.each<readonly [string, () => ConfirmPaymentParams['receipt']]>([
    ['a Buffer', () => content],
    ['a Uint8Array inside of a larger one', () => Uint8Array.from([0, ...content, 0]).subarray(1, -1)],
    ['an ArrayBuffer', () => Uint8Array.from(content).buffer],
    ['a Blob', () => new Blob([content])],
    ['a File of another name and type', () => new File([content], 'чек.jpg', { type: 'image/jpeg' })],
  ])('sends %s as it is, and answers the payment', async (_what, receiptOf) => {
    server.script(taken);
    const answer = await turnpike.payments.confirm({ operation_id, receipt: receiptOf() });
    expect(answer).toEqual(answered('confirmPayment', 'receipt_accepted'));
    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/v1/confirm_payment' });
    expect(request?.headers['content-length']).toBe(String(request?.bytes.length));
    expect(await readForm(request!)).toEqual(sent);
  });

  it('sends a file from the disk', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'turnpike-sdk-'));
    const file = join(directory, 'receipt.pdf');
    try {
      writeFileSync(file, content);
      server.script(taken);
      await turnpike.payments.confirm({ operation_id, receipt: await openAsBlob(file) });
      expect(await readForm(server.requests[0]!)).toEqual(sent);
      const vanishing = await openAsBlob(file);
      rmSync(file);
      const failure = await failureOf(turnpike.payments.confirm({ operation_id, receipt: vanishing }));
      expect(failure).toBeInstanceOf(ConfigurationError);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('goes through the fetch it was given as plain bytes', async () => {
    const bodies: unknown[] = [];
    const client = new Turnpike({
      apiKey: 'tp_test_0123456789abcdef',
      baseUrl: 'https://pay.example.com',
      fetch: async (_url, { headers, body }) => {
        bodies.push(headers['content-type'], Object.prototype.toString.call(body));
        return Response.json(answered('confirmPayment', 'receipt_accepted'));
      },
    });
    await client.payments.confirm({ operation_id, receipt: content });
    expect(bodies).toEqual([expect.stringMatching(/^multipart\/form-data; ?boundary=/), '[object ArrayBuffer]']);
  });

  it.each([
    ['a 503', json(503, problem('temporarily_unavailable'))],
    ['a 429', json(429, problem('too_many_requests'), { 'retry-after': '0' })],
    ['a broken connection', reset],
    ['an answer that breaks off', cutOff],
  ])('sends the same file again after %s, also when the caller changes it meanwhile', async (_what, failing) => {
    server.script(failing, taken);
    const receipt = Uint8Array.from(content);
    const call = turnpike.payments.confirm({ operation_id, receipt });
    receipt.fill(0);
    await expect(call).resolves.toMatchObject({ status: 'awaiting_confirmation' });
    expect(await Promise.all(server.requests.map(readForm))).toEqual([sent, sent]);
  });

  it('answers what has become of the payment when it is called again after a timeout', async () => {
    server.script(silence, json(200, answered('confirmPayment', 'same_file_again')));
    const params = { operation_id, receipt: content };
    expect(await failureOf(turnpike.payments.confirm(params, { timeoutMs: 200 }))).toBeInstanceOf(TimeoutError);
    await expect(turnpike.payments.confirm(params)).resolves.toMatchObject({ status: 'completed' });
  });

  it.each([
    ['invalid_request', InvalidRequestError],
    ['operation_not_found', NotFoundError],
    ['wrong_state', ConflictError],
    ['payload_too_large', PayloadTooLargeError],
  ] as const)('takes %s for an answer and does not send it again', async (code, errorClass) => {
    server.script(json(problem(code).status, problem(code)));
    const failure = await failureOf(turnpike.payments.confirm({ operation_id, receipt: content }));
    expect(failure).toBeInstanceOf(errorClass);
    expect(failure).toMatchObject({ code });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a receipt that cannot be taken', () => {
  const limit = 10 * 1024 * 1024;

  it.each<readonly [string, () => ConfirmPaymentParams['receipt']]>([
    ['bytes', () => Buffer.alloc(limit + 1)],
    ['a Blob', () => new Blob([Buffer.alloc(limit + 1)])],
  ])('is not sent when it is too large: %s', async (_what, receiptOf) => {
    server.script(taken);
    const failure = await failureOf(turnpike.payments.confirm({ operation_id, receipt: receiptOf() }));
    expect(failure).toBeInstanceOf(PayloadTooLargeError);
    expect(failure).toMatchObject({ status: 413, code: 'payload_too_large', requestId: undefined });
    expect(server.requests).toHaveLength(0);
  });

  it('is sent up to the last byte that is allowed', async () => {
    server.script(taken);
    await turnpike.payments.confirm({ operation_id, receipt: Buffer.alloc(limit, '%PDF-') });
    expect(server.requests[0]?.bytes.length).toBeGreaterThan(limit);
  });

  it.each<readonly [string, unknown]>([
    ['a path', '/tmp/receipt.pdf'],
    ['nothing', undefined],
    ['numbers', [37, 80, 68, 70]],
    ['a stream', new ReadableStream()],
  ])('is not sent when it is no file: %s', async (_what, receipt) => {
    server.script(taken);
    const params = { operation_id, receipt } as ConfirmPaymentParams;
    expect(await failureOf(turnpike.payments.confirm(params))).toBeInstanceOf(ConfigurationError);
    expect(server.requests).toHaveLength(0);
  });
});

describe('a payment whose receipt is reviewed', () => {
  it('is waited for until it ended, and no shorter than that', async () => {
    const [awaiting, ended] = ['payment_awaiting_confirmation', 'payment_receipt_accepted'].map((name) =>
      answered('getOperationState', name),
    );
    server.script(taken, json(200, awaiting), json(200, ended));
    const payment = await turnpike.payments.confirm({ operation_id, receipt: content });
    const state = await turnpike.operations.waitFor(payment, { pollMs: 10 });
    expect(state).toEqual(ended);
    expect(state.receipts[0]?.receipt_url).toContain('/receipts/');
  });

  it('is given back when a person looks at it, where that was asked for', async () => {
    const checked = answered('getOperationState', 'payment_receipt_suspicious');
    server.script(json(200, answered('getOperationState', 'payment_awaiting_confirmation')), json(200, checked));
    const wait = { pollMs: 10, until: 'manual_check' } as const;
    await expect(turnpike.operations.waitFor(operation_id, wait)).resolves.toEqual(checked);
  });
});
