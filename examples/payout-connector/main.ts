import { startConnector } from './server.ts';
import { createToyBank } from './toy-bank.ts';

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}.`);
  return value;
};

const { url } = await startConnector({
  port: Number(process.env['PORT'] ?? 8090),
  databaseUrl: setting('DATABASE_URL'),
  secret: setting('CONNECTOR_SECRET'),
  callbacks: { url: setting('CALLBACK_URL'), secret: setting('CALLBACK_SECRET') },
  bank: createToyBank({ bookedAfterMs: 2_000 }),
});
console.log(`The connector is at ${url}`);
