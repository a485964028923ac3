import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { takenPayment } from '../support/connector-orders.ts';

/** A connector that takes every payment at once, in a process of its own: what is measured is the way there and back. */
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(takenPayment(request.url ?? '')));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
