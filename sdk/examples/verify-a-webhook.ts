import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from '@turnpike/sdk';

const { TURNPIKE_WEBHOOK_SECRET = '', PORT = '3000' } = process.env;

// In your service: a unique column, written together with what the event changes.
const handled = new Set<string>();

const handle = ({ webhook_id, type, data }: WebhookEvent): void => {
  if (handled.has(webhook_id)) return;
  handled.add(webhook_id);
  if (type === 'operation.completed') console.log(`Credit ${data.actual_amount} ${data.currency}.`);
  if (type === 'operation.cancelled') console.log(`Not paid: ${data.cancel_reason}.`);
  // All there are so far: in your service, book those whose adjustment_id is new.
  if (type === 'operation.adjusted') console.log(`Adjusted ${data.adjustments.length} times since it ended.`);
};

const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    handle(await verifyWebhook(Buffer.concat(chunks), request.headers, TURNPIKE_WEBHOOK_SECRET));
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
  }
};

const server = createServer((request, response) => void receive(request, response));
server.listen(Number(PORT), '127.0.0.1', () => console.log('Waiting for webhooks.'));
