import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { describeWebhook } from '#server/local/announce';
import { startWebhookInbox, type WebhookInbox } from '#server/local/webhook-inbox';

let inbox: WebhookInbox;
const lines: string[] = [];
beforeAll(async () => {
  inbox = await startWebhookInbox({
    host: '127.0.0.1',
    port: 0,
    onReceived: (webhook) => lines.push(describeWebhook(webhook)),
  });
});
afterAll(() => inbox.stop());

const send = async (body: string): Promise<number> => (await fetch(inbox.url, { method: 'POST', body })).status;

describe('the webhook inbox', () => {
  it.each(['', '{}', 'null', '[]', '"x"', '{"type":"a"}', '{"type":"a","data":null}', 'no JSON'])(
    'takes %j from a stranger and goes on',
    async (body) => {
      expect(await send(body)).toBe(200);
      expect(lines.at(-1)).toContain('of unknown form');
    },
  );

  it('survives a sender that breaks off', async () => {
    const socket = connect(Number(new URL(inbox.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx');
    socket.destroy();
    await once(socket, 'close');
    expect(await send('{}')).toBe(200);
  });

  it('refuses to keep a body that no event has', async () => {
    await expect(send('x'.repeat(2 * 1024 * 1024))).rejects.toThrow();
    expect(await send('{}')).toBe(200);
  });

  it('lists what it received, newest first', async () => {
    const body = JSON.stringify({
      type: 'operation.completed',
      data: { operation_id: '1', actual_amount: '5.00', currency: 'RUB' },
    });
    await send(body);
    expect(lines.at(-1)).toBe('webhook  operation.completed  1  5.00 RUB');
    const listed = await eventually(async () => (await (await fetch(inbox.url)).json()) as { body: string }[], 'the list');
    expect(listed[0]).toMatchObject({ body });
  });
});
