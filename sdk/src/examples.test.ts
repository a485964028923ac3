import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { compile, settings } from '../test/compile.ts';
import { answered, eventExamples, problem } from '../test/contract.ts';
import { packPackage, type PackedPackage } from '../test/packed-package.ts';
import { json, startScriptedServer, text, type ScriptedServer } from '../test/scripted-server.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;

let packed: PackedPackage;
let server: ScriptedServer;
beforeAll(async () => {
  packed = packPackage();
  server = await startScriptedServer();
});
afterAll(async () => {
  packed.remove();
  await server.stop();
});

const sources = (): string[] =>
  readdirSync(join(packed.project, 'examples')).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));

const start = (name: string, environment: Readonly<Record<string, string>> = {}): ChildProcess =>
  spawn(process.execPath, [join('examples', `${name}.js`)], {
    cwd: packed.project,
    env: { TURNPIKE_API_KEY: 'tp_test_0123456789abcdef', TURNPIKE_BASE_URL: server.url, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

const outputOf = async (name: string): Promise<string> => {
  const child = start(name);
  const [output] = await Promise.all([readText(child.stdout as NodeJS.ReadableStream), once(child, 'exit')]);
  return output.trim();
};

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
};

const deliver = async (port: number, body: string, signedBody = body): Promise<number> => {
  const at = new Date();
  const { status } = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body,
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, signedBody),
    },
  });
  return status;
};

describe('the examples', () => {
  it('compile against the package', () => {
    expect(sources()).toHaveLength(9);
    const files = sources().map((name) => join(packed.project, 'examples', name));
    expect(compile(files, settings.node)).toEqual([]);
  });

  it('first-payment shows where to pay, and nothing when there is nothing to pay', async () => {
    server.script(json(200, answered('createPayment', 'cancelled_before_create')));
    expect(await outputOf('first-payment')).toBe('Nothing to pay: the payment is cancelled.');
    const payment = answered('createPayment', 'paid_in_full');
    server.script(json(200, payment));
    expect(await outputOf('first-payment')).toBe(`Pay 1000.00 RUB to ${payment.number} (${payment.name}).`);
  });

  it('list-operations goes through the methods and a month', async () => {
    const [first, last] = [answered('listOperations', 'first_page'), answered('listOperations', 'last_page')];
    server.script(json(200, answered('listMethods', 'cards_and_phones')), json(200, first), json(200, last));
    const lines = (await outputOf('list-operations')).split('\n');
    expect(lines[0]).toBe('WT_RUB_C2C payment: 100.00 to 300000.00 RUB.');
    const listed = [...first.items, ...last.items].map(({ operation_id: id }) => id);
    expect(lines.slice(-listed.length).map((line) => line.split(' ')[0])).toEqual(listed);
    expect(server.requests[2]?.path).toContain(`cursor=${first.next_cursor}`);
  });

  it('payment-page says where to send the payer', async () => {
    const payment = answered('createPaymentLink', 'paid_in_full');
    server.script(json(200, payment));
    expect(await outputOf('payment-page')).toBe(`Send the payer to ${payment.payment_url}`);
  });

  describe('hand-in-a-receipt', () => {
    const [created, taken] = [
      answered('createPayment', 'receipt_accepted'),
      answered('confirmPayment', 'receipt_accepted'),
    ];
    const pay = `Pay 1000.54 RUB to ${created.number}, ${created.bankname_details}.`;
    const begun = [json(200, created), json(200, taken)] as const;
    beforeAll(() => writeFileSync(join(packed.project, 'receipt.pdf'), '%PDF-1.7 a receipt'));

    it('credits what the review found, and keeps the receipt', async () => {
      const state = answered('getOperationState', 'payment_receipt_accepted');
      const [receipt] = state.receipts;
      const url = `${server.url}/receipts/${receipt?.id}?signature=s`;
      const linked = { ...state, receipts: [{ ...receipt, receipt_url: url }] };
      server.script(...begun, json(200, linked), text(200, '%PDF-1.7 a receipt'));
      const kept = `receipt-${receipt?.id}.pdf`;
      expect(await outputOf('hand-in-a-receipt')).toBe(`${pay}\nCredit 1000.54 of 1000.54 RUB.\nKept ${kept}.`);
      expect(readFileSync(join(packed.project, kept), 'utf8')).toBe('%PDF-1.7 a receipt');
      expect(server.requests[1]?.body).toContain('%PDF-1.7 a receipt');
      expect(server.requests[3]?.headers).not.toHaveProperty('x-api-key');
    });

    it('leaves doubts to the webhook, and tells what is over from what is refused', async () => {
      server.script(...begun, json(200, answered('getOperationState', 'payment_receipt_not_terminal')));
      expect(await outputOf('hand-in-a-receipt')).toContain('looks at the receipt (not_terminal)');
      server.script(...begun, json(200, answered('getOperationState', 'payment_receipt_rejected')));
      expect(await outputOf('hand-in-a-receipt')).toContain('Not paid: receipt_rejected.');
      server.script(begun[0], json(412, problem('wrong_state')));
      expect(await outputOf('hand-in-a-receipt')).toContain('It takes no receipt now');
      server.script(begun[0], json(413, problem('payload_too_large')));
      expect(await outputOf('hand-in-a-receipt')).toContain('over 10 MiB');
    });
  });

  it('wait-for-the-result credits what was paid, which may be less than was asked for', async () => {
    const state = answered('getOperationState', 'payment_paid_in_part');
    server.script(json(200, state));
    expect(await outputOf('wait-for-the-result')).toBe(
      `Credit ${state.actual_amount} of ${state.expected_amount} RUB.`,
    );
    expect(state.actual_amount).not.toBe(state.expected_amount);
  });

  it('first-payout books what was paid, which may be less than was asked for', async () => {
    const state = answered('getOperationState', 'payout_one_leg_fails');
    server.script(json(200, answered('createPayout', 'one_leg_fails')), json(200, state));
    expect(await outputOf('first-payout')).toBe(
      `The recipient got ${state.actual_amount} of ${state.expected_amount} RUB.\n` +
        `It took ${state.settlement_amount} RUB from the balance.`,
    );
    expect(state.actual_amount).not.toBe(state.expected_amount);
  });

  it('first-payout tells a payout that ended without money, was refused, or may exist', async () => {
    server.script(json(200, answered('getOperationState', 'payout_declined_after_acceptance')));
    expect(await outputOf('first-payout')).toContain('Not paid: declined');
    server.script(json(412, problem('insufficient_balance')));
    expect(await outputOf('first-payout')).toContain('Nothing was created');
    server.script(json(503, problem('temporarily_unavailable'), { 'retry-after': '60' }));
    expect(await outputOf('first-payout')).toContain('SAME identifier');
  });

  it('cancel-a-payment tells a cancelled payment from one that was paid, and from one that expired', async () => {
    server.script(json(200, answered('cancelOperation', 'cancelled')));
    expect(await outputOf('cancel-a-payment')).toContain('Cancelled');
    server.script(json(200, answered('cancelOperation', 'already_terminal')));
    expect(await outputOf('cancel-a-payment')).toContain('it was paid');
    server.script(json(200, answered('cancelOperation', 'already_expired')));
    expect(await outputOf('cancel-a-payment')).toContain('without money');
  });

  it('cancel-a-payment waits for a review, and takes no doubt for an answer', async () => {
    server.script(json(412, problem('receipt_under_review')));
    expect(await outputOf('cancel-a-payment')).toContain('reviewed');
    server.script(json(503, problem('cancellation_in_doubt'), { 'retry-after': '60' }));
    expect(await outputOf('cancel-a-payment')).toContain('Not known');
  });

  it('handle-errors knows a decline from a doubt', async () => {
    server.script(json(424, problem('no_provider_accepted')));
    expect(await outputOf('handle-errors')).toContain('Offer another method');
    server.script(json(503, problem('create_in_progress'), { 'retry-after': '60' }));
    expect(await outputOf('handle-errors')).toContain('Not known');
  });

  it('verify-a-webhook handles an event once, and refuses a forged one', async () => {
    const port = await freePort();
    const child = start('verify-a-webhook', { TURNPIKE_WEBHOOK_SECRET: secret, PORT: String(port) });
    const [event] = eventExamples().flatMap(([, each]) => (each.type === 'operation.completed' ? [each] : []));
    const body = JSON.stringify(event);
    try {
      await once(child.stdout as NodeJS.ReadableStream, 'data');
      const output = readText(child.stdout as NodeJS.ReadableStream);
      expect(await deliver(port, body)).toBe(204);
      expect(await deliver(port, body)).toBe(204);
      expect(await deliver(port, body.replace('completed', 'cancelled'), body)).toBe(400);
      child.kill();
      expect(await output).toBe(`Credit ${event?.data.actual_amount} RUB.\n`);
    } finally {
      child.kill();
    }
  });
});

it.each([
  ['the README', 13, '../README.md'],
  ['the guide to payouts', 1, '../../docs/guides/payouts.md'],
  ['the guide to receipts', 3, '../../docs/guides/receipts.md'],
  ['the guide to cancelling', 2, '../../docs/guides/cancelling.md'],
])('every TypeScript in %s is a piece of an example', (_name, count, path) => {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  const examples = sources().map((name) => readFileSync(join(packed.project, 'examples', name), 'utf8'));
  const pieces = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, piece = '']) => piece);
  expect(pieces.length).toBeGreaterThanOrEqual(count);
  for (const piece of pieces) expect(examples.some((example) => example.includes(piece))).toBe(true);
});
