import './shifted-clock.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig } from '#platform/config';
import { createLog } from '#platform/logs';
import type { ProviderReports } from '#providers';
import { startServer } from '#server/start-server';
import type { WireMessage } from './bank-order.ts';
import { reportTo, throughBank } from './through-bank.ts';

/** One server of a schedule: as any other, but for its providers, its clock and a door for their callbacks. */
const config = readConfig(process.env);
const log = createLog(config.LOG_LEVEL);
let reports: ProviderReports | undefined;

const door = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += String(chunk)));
  request.on('end', () => {
    // No provider is connected before its first use; the other instance may have one.
    if (reports === undefined) return void response.writeHead(503).end();
    reportTo(reports, JSON.parse(text) as WireMessage)
      .then((isKnown) => response.end(JSON.stringify({ isKnown })))
      .catch(() => response.writeHead(500).end());
  });
});
await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
log.info({ port: (door.address() as AddressInfo).port }, 'takes callbacks');

const decorate = throughBank(process.env['BANK_URL'] ?? '', (connected) => (reports = connected));
const server = await startServer(config, log, decorate);
process.once('SIGTERM', () => {
  door.close();
  void server.stop().then(() => process.exit(0));
});
