import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
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
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx');
    socket.destroy();
    await once(socket, 'close');
    expect(await send('{}')).toBe(200);
  });

  it('refuses to keep a body that no event has', async () => {
    await expect(send('x'.repeat(2 * 1024 * 1024))).rejects.toThrow();
    expect(await send('{}')).toBe(200);
  });

  it.each([
    [
      'in an event',
      (text: string) =>
        JSON.stringify({ type: text, data: { operation_id: text, actual_amount: '1', currency: text } }),
    ],
    ['in what is no event', (text: string) => `no event ${text}`],
  ])('shows control characters escaped that stand %s, as it happens and in its list', async (_, bodyWith) => {
    const hostile = 'a\u001b[2J\u0007\r\n\u009b31m\u007f\u202eb\u2028\u{e0041}c';
    await send(bodyWith(hostile));
    const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u{e0000}-\u{e007f}]/u;
    expect(lines.at(-1)).not.toMatch(unsafe);
    expect(lines.at(-1)).toContain('\\u001b[2J');
    const list = await (await fetch(inbox.url)).text();
    expect(list).not.toMatch(unsafe);
    expect((JSON.parse(list) as { body: string }[])[0]?.body).toBe(bodyWith(hostile));
  });

  it('shows no endless line', async () => {
    await send(
      JSON.stringify({ type: 'x'.repeat(5_000), data: { operation_id: '1', actual_amount: '1', currency: 'RUB' } }),
    );
    expect(lines.at(-1)!.length).toBeLessThan(200);
  });

  it.each([
    ['evil.example', 421],
    ['evil.example:8082', 421],
    ['127.0.0.1.evil.example', 421],
    ['192.0.2.7', 421],
    ['localhost', 200],
    ['LOCALHOST:9000', 200],
    ['127.0.0.1:8082', 200],
    ['[::1]:8082', 200],
  ])('answers a request for the host "%s" with %i', async (host, status) => {
    const before = inbox.received().length;
    for (const method of ['GET', 'POST']) {
      const asked = request(inbox.url, { method, headers: { host } }).end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      const body = await text(answer);
      expect({ status: answer.statusCode, isShown: body.startsWith('[') }).toEqual({
        status,
        isShown: status === 200 && method === 'GET',
      });
    }
    expect(inbox.received().length - before).toBe(status === 200 ? 1 : 0);
  });

  it('lists what it received, newest first', async () => {
    const body = JSON.stringify({
      type: 'operation.completed',
      data: { operation_id: '1', actual_amount: '5.00', currency: 'RUB' },
    });
    await send(body);
    expect(lines.at(-1)).toBe('webhook  operation.completed  1  5.00 RUB');
    const listed = await eventually(
      async () => (await (await fetch(inbox.url)).json()) as { body: string }[],
      'the list',
    );
    expect(listed[0]).toMatchObject({ body });
  });
});
