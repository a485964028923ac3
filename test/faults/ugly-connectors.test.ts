import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#platform/ids';
import { newAttempt, paymentOrder, payoutOrder, transfer } from '../support/connector-orders.ts';
import { startFakeConnector, type ConnectorReply, type FakeConnector } from '../support/fake-connector.ts';
import { uglyAnswers } from '../support/ugly-answers.ts';
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

describe.each(uglyAnswers)('a connector that answers %s', (_what, reply) => {
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
