import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sandboxRows } from '../generated/shared/sandbox.ts';
import { documents } from './documents.ts';
import { documentedAnswer, documentedAnswers, documentedRequests } from './documented-fixture.ts';
import { startMock, type Mock } from './start-mock.ts';

const [v1] = documents;

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.stop());

type Reply = { status: number; body: unknown };

const send = async (path: string, body: string | FormData, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${mock.url}${path}`, {
    method: 'POST',
    headers: {
      'x-api-key': 'any key',
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body,
  });

const post = async (path: string, body: object, headers?: Record<string, string>): Promise<Reply> => {
  const response = await send(path, body instanceof FormData ? body : JSON.stringify(body), headers);
  return { status: response.status, body: await response.json() };
};

const payment = (amount: string, merchantOperationId = `order-${amount}`) => ({
  merchant_operation_id: merchantOperationId,
  client_id: 'user-1',
  method: 'WT_RUB_C2C',
  amount,
  currency: 'RUB',
});
const payout = (amount: string) => ({ ...payment(amount, `payout-${amount}`), number: '2200000000000004' });

const rows = sandboxRows.flatMap(({ kopecks, payment: pay, payout: out }) => [
  ...(pay ? [{ kopecks, path: '/v1/payment', type: 'payment', ...pay }] : []),
  ...(pay ? [{ kopecks, path: '/v1/payment/link', type: 'payment', ...pay }] : []),
  ...(out ? [{ kopecks, path: '/v1/payout', type: 'payout', ...out }] : []),
]);

describe('the kopecks choose the example', () => {
  test.each(rows)('$path with .$kopecks answers $httpStatus $example, then $laterExample', async (row) => {
    const amount = `77.${row.kopecks === '*' ? '10' : row.kopecks}`;
    const order = row.type === 'payout' ? payout(amount) : payment(amount);
    const created = await post(row.path, order);
    const expected = documentedAnswer(row.path, row.httpStatus, row.example);
    expect(created).toEqual({ status: row.httpStatus, body: expected });

    const state = await post('/v1/get_operation_state', { merchant_operation_id: order.merchant_operation_id });
    if (row.laterExample) {
      const later = documentedAnswer('/v1/get_operation_state', 200, row.laterExample);
      expect(state).toEqual({ status: 200, body: later });
      const { operation_id } = created.body as { operation_id: string };
      expect(await post('/v1/get_operation_state', { operation_id })).toEqual({ status: 200, body: later });
    } else {
      expect(state.status).toBe(404);
    }
  });

  test.each(['0000000000000000', '0000000000000000000', '2200000000000005', '220000000000000', '', 'card'])(
    'a payout to the card "%s" is refused as the gateway refuses it',
    async (number) => {
      const answer = await post('/v1/payout', { ...payout('1.50'), number });
      expect(answer).toMatchObject({ status: 400, body: documentedAnswer('/v1/payout', 400, 'number_malformed') });
    },
  );

  test('amounts without a row are paid in full, and so are payouts on rows for payments only', async () => {
    const paidInFull = documentedAnswer('/v1/payment', 200, 'paid_in_full');
    expect((await post('/v1/payment', payment('1.99'))).body).toEqual(paidInFull);
    const payoutPaid = documentedAnswer('/v1/payout', 200, 'paid_in_full');
    expect((await post('/v1/payout', payout('1.54'))).body).toEqual(payoutPaid);
  });
});

describe('documented examples', () => {
  const creates = ['/v1/payment', '/v1/payment/link', '/v1/payout'];
  const requests = creates.flatMap((path) =>
    Object.entries(documentedRequests(path)).map(([name, body]) => ({ path, name, body: body as object })),
  );
  test.each(requests)('the request $name of $path gets the answer of its name', async ({ path, name, body }) => {
    const answer = documentedAnswers(path).find((documented) => documented.name === name);
    expect(await post(path, body)).toEqual({ status: answer?.status, body: answer?.value });
  });

  const answers = [...creates, '/v1/get_operation_state', '/v1/cancel_operation'].flatMap((path) =>
    documentedAnswers(path).map((answer) => ({ path, ...answer })),
  );
  test.each(answers)(
    'Prefer: code=$status, example=$name brings it at $path',
    async ({ path, status, name, value }) => {
      const [body] = Object.values(documentedRequests(path));
      const prefer = `code=${status}, example=${name}`;
      expect(await post(path, body as object, { prefer })).toEqual({ status, body: value });
    },
  );

  test('the name of an example is enough, and an unknown one is told', async () => {
    const body = { merchant_operation_id: 'order-1' };
    const known = await post('/v1/cancel_operation', body, { prefer: 'example=cancellation_in_doubt' });
    expect(known.status).toBe(503);
    const unknown = await post('/v1/cancel_operation', body, { prefer: 'example=cancelation_in_doubt' });
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ path: '/headers/prefer' }] } });
  });
});

describe('requests against the contract', () => {
  test('a missing field is the example invalid_request', async () => {
    const { amount: _amount, ...body } = payment('1.00');
    const expected = documentedAnswer('/v1/payment', 400, 'invalid_request');
    expect(await post('/v1/payment', body)).toEqual({ status: 400, body: expected });
  });

  test.each([
    ['a JSON number as amount', { ...payment('1.00'), amount: 1 }, '/body/amount', 'type'],
    ['an amount of one decimal', payment('1.0'), '/body/amount', 'pattern'],
    ['a shop in the body', { ...payment('1.00'), shop_id: 'a' }, '/body/shop_id', 'forbidden'],
    ['no client', { ...payment('1.00'), client_id: undefined }, '/body/client_id', 'required'],
    ['a list', [payment('1.00')], '/body', 'type'],
  ])('%s answers 400 and says where', async (_name, body, path, code) => {
    const answer = await post('/v1/payment', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ path, code }] } });
  });

  test('both identifiers answer 400 one_of, broken JSON 400 json', async () => {
    const both = { operation_id: '019c46c8-58c8-7e9e-b70e-69196216f5eb', merchant_operation_id: 'order-1' };
    const ambiguous = await post('/v1/get_operation_state', both);
    expect(ambiguous).toMatchObject({ status: 400, body: { errors: [{ path: '/body', code: 'one_of' }] } });
    const broken = await send('/v1/payment', '{"amount":');
    expect(broken.status).toBe(400);
    expect(await broken.json()).toEqual(documentedAnswer('/v1/payment', 400, 'invalid_json'));
  });

  test('the key is looked at first, whatever the body', async () => {
    const missing = documentedAnswer('/v1/payment', 401, 'api_key_missing');
    const headers = { 'content-type': 'application/json' };
    for (const body of ['{"amount":', '{}', JSON.stringify(payment('1.00')), 'x'.repeat(70_000)]) {
      const response = await fetch(`${mock.url}/v1/payment`, { method: 'POST', headers, body });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual(missing);
    }
  });

  test('too large, of another type, with another method, at another path', async () => {
    expect((await send('/v1/payment', 'x'.repeat(70_000))).status).toBe(413);
    expect((await send('/v1/payment', 'a=1', { 'content-type': 'text/plain' })).status).toBe(415);
    const wrongMethod = await fetch(`${mock.url}/v1/payment`);
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await wrongMethod.json()).toMatchObject({ code: 'method_not_allowed' });
    const elsewhere = await fetch(`${mock.url}/v1/payments`);
    expect(elsewhere.status).toBe(404);
    const { message } = v1!.problems['route_not_found']!;
    expect(await elsewhere.json()).toMatchObject({
      ...v1!.problems['route_not_found']!,
      code: 'route_not_found',
      detail: message,
    });
  });
});

describe('cancelling', () => {
  test.each([
    ['a completed payment', payment('5.00', 'c-1'), 200, 'already_terminal'],
    ['an expired payment', payment('5.58', 'c-2'), 200, 'already_expired'],
    ['a receipt in review', payment('5.55', 'c-3'), 412, 'receipt_under_review'],
  ])('%s answers the example that says so', async (_name, order, status, example) => {
    await post('/v1/payment', order);
    const body = { merchant_operation_id: order.merchant_operation_id };
    const expected = documentedAnswer('/v1/cancel_operation', status, example);
    expect(await post('/v1/cancel_operation', body)).toEqual({ status, body: expected });
  });

  test('a payout cannot be cancelled', async () => {
    const created = await post('/v1/payout', payout('5.00'));
    const { operation_id } = created.body as { operation_id: string };
    expect(await post('/v1/cancel_operation', { operation_id })).toMatchObject({
      status: 412,
      body: { code: 'not_cancellable' },
    });
  });

  test('an identifier cancelled in advance completes as a cancelled payment', async () => {
    const order = payment('5.00', 'cancelled in advance');
    const cancelled = await post('/v1/cancel_operation', { merchant_operation_id: order.merchant_operation_id });
    expect(cancelled.body).toEqual(documentedAnswer('/v1/cancel_operation', 200, 'cancelled_before_create'));
    const created = await post('/v1/payment', order);
    expect(created.body).toEqual(documentedAnswer('/v1/payment', 200, 'cancelled_before_create'));
  });

  test('an unknown operation_id is not found', async () => {
    const body = { operation_id: '019c46c8-0000-7000-8000-000000000000' };
    expect((await post('/v1/cancel_operation', body)).status).toBe(404);
    expect((await post('/v1/get_operation_state', body)).status).toBe(404);
  });
});

describe('confirming', () => {
  const formOf = (operationId: string, file: string | Uint8Array<ArrayBuffer>): FormData => {
    const form = new FormData();
    form.set('operation_id', operationId);
    form.set('confirmation_type', 'receipt');
    form.set('receipt', new Blob([file], { type: 'application/pdf' }), 'receipt.pdf');
    return form;
  };
  const confirm = (operationId: string, file: string | Uint8Array<ArrayBuffer>): Promise<Reply> =>
    post('/v1/confirm_payment', formOf(operationId, file));

  test('a PDF is taken for review, anything else goes to a manual check', async () => {
    const created = await post('/v1/payment', payment('7.54'));
    const { operation_id: operationId } = created.body as { operation_id: string };
    const accepted = documentedAnswer('/v1/confirm_payment', 200, 'receipt_accepted');
    expect(await confirm(operationId, '%PDF-1.7 …')).toEqual({ status: 200, body: accepted });
    const notPdf = documentedAnswer('/v1/confirm_payment', 200, 'not_a_pdf');
    expect(await confirm(operationId, 'GIF89a')).toEqual({ status: 200, body: notPdf });
  });

  test.each([
    ['54', 'receipt_accepted'],
    ['55', 'receipt_suspicious'],
    ['56', 'receipt_not_terminal'],
  ])('.%s answers the example of its scenario, whatever is in the PDF', async (kopecks, example) => {
    const created = await post('/v1/payment/link', payment(`8.${kopecks}`));
    const { operation_id: operationId } = created.body as { operation_id: string };
    const bytes = Uint8Array.from([
      ...Buffer.from('%PDF-1.7\n'),
      ...Array.from({ length: 70_000 }, (_, at) => at % 256),
    ]);
    const expected = documentedAnswer('/v1/confirm_payment', 200, example);
    expect(await confirm(operationId, bytes)).toEqual({ status: 200, body: expected });
  });

  test('a form against the contract answers 400 and says where, one that is too large 413', async () => {
    const created = await post('/v1/payment', payment('7.54'));
    const { operation_id: operationId } = created.body as { operation_id: string };
    const text = formOf(operationId, '%PDF-1.7');
    text.set('receipt', '%PDF-1.7');
    const [photo, none] = [formOf(operationId, '%PDF-1.7'), formOf(operationId, '%PDF-1.7')];
    photo.set('confirmation_type', 'photo');
    none.delete('receipt');
    for (const [form, example] of [
      [text, 'receipt_not_a_file'],
      [photo, 'confirmation_type_unknown'],
      [none, 'invalid_request'],
    ] as const) {
      const expected = documentedAnswer('/v1/confirm_payment', 400, example);
      expect(await post('/v1/confirm_payment', form)).toEqual({ status: 400, body: expected });
    }
    expect((await confirm(operationId, new Uint8Array(11 * 1024 * 1024))).status).toBe(413);
  });

  test('a payment that waits for nothing refuses it, an unknown one is not found', async () => {
    const created = await post('/v1/payment', payment('7.00'));
    const { operation_id: operationId } = created.body as { operation_id: string };
    expect((await confirm(operationId, '%PDF-1.7')).body).toMatchObject({ code: 'wrong_state' });
    expect((await confirm('019c46c8-0000-7000-8000-000000000000', '%PDF-1.7')).status).toBe(404);
  });
});

describe('listing', () => {
  const list = async (search: string): Promise<Reply> => {
    const response = await fetch(`${mock.url}/v1/operations${search}`, { headers: { 'x-api-key': 'any key' } });
    return { status: response.status, body: await response.json() };
  };
  const page = (name: string) => ({ status: 200, body: documentedAnswer('/v1/operations', 200, name) });

  test('the first page leads to the last one, with whatever filters', async () => {
    expect(await list('')).toEqual(page('first_page'));
    expect(await list('?status=completed&status=cancelled&limit=2')).toEqual(page('first_page'));
    const { next_cursor: cursor } = page('first_page').body as { next_cursor: string };
    expect(await list(`?cursor=${cursor}`)).toEqual(page('last_page'));
  });

  test('an identifier has its own operation, or none', async () => {
    expect(await list('?merchant_operation_id=order-2026-000181')).toEqual(page('last_page'));
    expect(await list('?merchant_operation_id=nobody')).toEqual(page('nothing_found'));
  });

  test('listing does not make the mock forget an operation', async () => {
    const created = await post('/v1/payment', payment('5.00', 'listed'));
    await list('?merchant_operation_id=listed');
    const state = await post('/v1/get_operation_state', { merchant_operation_id: 'listed' });
    expect(state.body).toMatchObject({ operation_id: (created.body as { operation_id: string }).operation_id });
  });

  test.each([
    ['a cursor that was not given out', '?cursor=rubbish', 'cursor_wrong'],
    ['a limit that is too large', '?limit=501', 'invalid_request'],
    ['a time that is none', '?created_from=yesterday', 'time_malformed'],
  ])('%s is refused as documented', async (_name, search, example) => {
    const documented = documentedAnswer('/v1/operations', 400, example) as { errors: unknown };
    expect(await list(search)).toMatchObject({ status: 400, body: { errors: documented.errors } });
  });
});

test("shops do not see each other's identifiers", async () => {
  await post('/v1/payment', payment('9.00', 'mine'), { 'x-api-key': 'shop A' });
  const read = await post('/v1/get_operation_state', { merchant_operation_id: 'mine' }, { 'x-api-key': 'shop B' });
  expect(read.status).toBe(404);
});

test('the probes need no key', async () => {
  for (const path of ['/livez', '/healthz', '/readyz']) {
    expect((await fetch(`${mock.url}${path}`)).status).toBe(204);
  }
});

test('a taken port is told to the one who starts it', async () => {
  await expect(startMock({ port: Number(new URL(mock.url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
