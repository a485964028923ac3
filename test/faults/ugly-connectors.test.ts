import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#platform/ids';
import {
  newAttempt,
  orderThatIs,
  paymentOrder,
  payoutOrder,
  takenPayment,
  takenPayout,
  transfer,
} from '../support/connector-orders.ts';
import {
  connectorProblem,
  startFakeConnector,
  type ConnectorReply,
  type FakeConnector,
} from '../support/fake-connector.ts';
import { openConnector } from '../support/open-connector.ts';
import { patienceMs } from '../support/patience.ts';

let connector: FakeConnector;
let opened: ReturnType<typeof openConnector>;
let told: string[];
beforeAll(async () => {
  connector = await startFakeConnector();
  const settings = {
    url: connector.url,
    secret: 'secret',
    authority: null,
    certificate: null,
    isPayoutRepeatable: true,
  };
  opened = openConnector(
    () => settings,
    (name) => told.push(name),
  );
});
beforeEach(() => {
  told = [];
});
afterAll(async () => {
  await connector.close();
  await opened.close();
});

/** What a sound connector would answer, paid, with these fields in place of its own. */
const paid = (path: string, fields: object = {}): object => {
  const money = { status: 'paid', paid_total: '1000.00', ...fields };
  return path.includes('/payouts/') ? takenPayout(path, money) : takenPayment(path, money);
};
const problem = (fields: object, status = 503): ConnectorReply => ({
  status,
  body: { ...(connectorProblem('not_carried_out', 503) as { readonly body: object }).body, ...fields },
});

const neverEnding: ConnectorReply = {
  take: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(64 * 1_024, ' ');
    let left = 1_600;
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
      response.end('{}');
    };
    more();
  },
};

const answers: readonly (readonly [string, (path: string) => ConnectorReply])[] = [
  ['a page in a 200', () => ({ headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' })],
  ['a page that is called JSON', () => ({ body: '<html>Welcome</html>' })],
  ['nothing in a 200', () => ({ body: '' })],
  ['a truncated JSON', (path) => ({ body: JSON.stringify(paid(path)).slice(0, -5) })],
  ['another JSON', () => ({ body: ['paid'] })],
  ['a null', () => ({ body: null })],
  ['a status twice', (path) => ({ body: `${JSON.stringify(paid(path)).slice(0, -1)},"status":"declined"}` })],
  ['a status that the contract does not have', (path) => ({ body: paid(path, { status: 'settled' }) })],
  ['no status', (path) => ({ body: paid(path, { status: undefined }) })],
  ['an amount as a number', (path) => ({ body: paid(path, { paid_total: 1_000.0 }) })],
  ['an amount with an exponent', (path) => ({ body: paid(path, { paid_total: '1e3' }) })],
  ['an amount with three decimals', (path) => ({ body: paid(path, { paid_total: '1000.001' }) })],
  ['an amount below zero', (path) => ({ body: paid(path, { paid_total: '-1.00' }) })],
  ['more money than there is', (path) => ({ body: paid(path, { paid_total: `1${'0'.repeat(30)}.00` }) })],
  ['a null in place of a field', (path) => ({ body: paid(path, { evidence: null }) })],
  ['evidence of half a form', (path) => ({ body: paid(path, { evidence: { status: 'complete' } }) })],
  [
    'a time that there was not',
    (path) => {
      const item = { ...transfer('1000.00'), completed_at: '2026-02-30T09:00:00Z' };
      return { body: paid(path, { evidence: { status: 'complete', items: [item] } }) };
    },
  ],
  ['another attempt', () => ({ body: paid(`/connector/v1/payouts/${newId()}`) })],
  [
    'another attempt, declined',
    (path) => ({ body: { ...orderThatIs(path, 'declined'), attempt_id: newId(), reason: 'other' } }),
  ],
  ['another currency', (path) => ({ body: paid(path, { currency: 'USD' }) })],
  ['a decline in a 201', (path) => ({ status: 201, body: { ...orderThatIs(path, 'declined'), reason: 'other' } })],
  ['a decline in a 422', (path) => ({ status: 422, body: { ...orderThatIs(path, 'declined'), reason: 'other' } })],
  ['a decline without a reason', (path) => ({ body: orderThatIs(path, 'declined') })],
  ['a redirect', () => ({ status: 307, headers: { location: connector.url }, body: '' })],
  ['a 404 of a web framework', () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: 'Cannot PUT' })],
  [
    'a 401 of a proxy',
    () => ({ status: 401, headers: { 'content-type': 'application/json' }, body: { code: 'unauthorized' } }),
  ],
  ['a 502 of a proxy', () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: 'Bad Gateway' })],
  ['an error that is not known yet', () => problem({ code: 'moon', type: 'urn:turnpike:connector-problem:moon' })],
  ['an error of another type', () => problem({ type: 'about:blank' })],
  ['an error whose type is of another code', () => problem({ type: 'urn:turnpike:connector-problem:invalid_request' })],
  ['an error under another status', () => problem({}, 500)],
  [
    'an error in a 200',
    () => ({ ...problem({}), status: 200, headers: { 'content-type': 'application/problem+json' } }),
  ],
  ['that it does not know', () => connectorProblem('outcome_unknown', 503)],
  ['that it has another order under the attempt', () => connectorProblem('attempt_reused', 409)],
  ['that it has no such address', () => connectorProblem('route_not_found', 404)],
  ['in gzip', (path) => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(paid(path))) })],
  ['plainly what is called gzip', (path) => ({ headers: { 'content-encoding': 'gzip' }, body: paid(path) })],
  ['100 MB', () => neverEnding],
  ['a little more than 64 KiB', (path) => ({ body: JSON.stringify(paid(path)).padEnd(64 * 1_024 + 1) })],
  ['more headers than are read', () => ({ headers: { 'x-long': 'x'.repeat(40_000) }, body: '{}' })],
  [
    'half of a body, and hangs up',
    (path) => ({
      take: (response, socket) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '900' });
        response.write(JSON.stringify(paid(path)).slice(0, 40), () => socket.destroy());
      },
    }),
  ],
  ['by hanging up', () => ({ take: (_response, socket) => void socket.destroy() })],
  ['by a reset', () => ({ take: (_response, socket) => void socket.resetAndDestroy() })],
  ['no HTTP', () => ({ take: (_response, socket) => void socket.end('220 mail ready\r\n') })],
];

describe.each(answers)('a connector that answers %s', (_what, reply) => {
  it('has said nothing, whatever it was asked', async () => {
    connector.answer(({ path }) => reply(path));
    const { provider } = opened;
    const unknown = { outcome: 'unknown' };
    expect(await provider.createPayment(paymentOrder(), patienceMs)).toEqual(unknown);
    expect(await provider.createPayout(payoutOrder())).toEqual(unknown);
    expect(await provider.lookUpPayment(newAttempt())).toEqual(unknown);
    expect(await provider.lookUpPayout(newAttempt())).toEqual(unknown);
    expect(await provider.voidPayment(newAttempt())).toEqual(unknown);
    const receipt = { attempt: newAttempt(), fileId: newId(), content: Buffer.from('%PDF') };
    expect(await provider.submitReceipt(receipt)).toEqual(unknown);
    expect(await provider.fetchDocument(newAttempt(), 'doc-1')).toEqual(unknown);
    expect(told).toEqual([]);
  });

  it('was asked no more than once for each call', async () => {
    connector.answer(({ path }) => reply(path));
    connector.calls.length = 0;
    await opened.provider.createPayout(payoutOrder());
    expect(connector.calls).toHaveLength(1);
  });
});

const evidence =
  (fields: object) =>
  (path: string): ConnectorReply => ({
    body: { attempt_id: path.split('/')[4], evidence: { status: 'complete', items: [transfer('1.00')], ...fields } },
  });

it.each([
  ['of no status', evidence({ status: undefined })],
  ['of a status that there is not', evidence({ status: 'soon' })],
  ['of an amount as a number', evidence({ items: [{ ...transfer('1.00'), amount: 1 }] })],
  ['of more transfers than there may be', evidence({ items: Array.from({ length: 101 }, () => transfer('1.00')) })],
  ['of another attempt', () => evidence({})(`/connector/v1/attempts/${newId()}`)],
  ['in a page', () => ({ headers: { 'content-type': 'text/html' }, body: '{}' })],
] as const)('evidence %s is none', async (_what, reply) => {
  connector.answer(({ path }) => reply(path));
  expect(await opened.provider.fetchEvidence(newAttempt())).toEqual({ outcome: 'unknown' });
  connector.answer(({ path }) => evidence({})(path));
  expect(await opened.provider.fetchEvidence(newAttempt())).toMatchObject({ outcome: 'found' });
});

describe('a connector that does not answer in time', () => {
  it.each([
    ['begins no answer', { take: (_response) => undefined }],
    ['never ends its answer', { take: (response) => void response.writeHead(200).write('{') }],
  ] as const satisfies readonly (readonly [string, { readonly take: (response: ServerResponse) => void }])[])(
    'has said nothing where it %s, and is hung up on',
    async (_what, reply) => {
      const hungUp = new Promise<void>((resolve) => {
        connector.answer({
          take: (response, socket) => {
            socket.once('close', () => resolve());
            reply.take(response);
          },
        });
      });
      expect(await opened.provider.createPayment(paymentOrder(), 200)).toEqual({ outcome: 'unknown' });
      await hungUp;
    },
  );
});
