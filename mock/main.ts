import { startMock } from './index.ts';

const defaultPort = 4010;

const readPort = (text: string | undefined): number => {
  const port = Number(text || defaultPort);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`MOCK_PORT must be a port number, not ${text}.`);
};

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  return isTaken ? `${error.message}. Choose another port with MOCK_PORT.` : error.message;
};

try {
  const port = readPort(process.env['MOCK_PORT']);
  const mock = await startMock({ port, host: process.env['HOST'] || '127.0.0.1' });
  await mock.ready();
  console.log(`The mock of the v1 API answers at ${mock.url}; any X-API-Key is accepted. Ctrl-C stops it.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void mock.stop());
} catch (error) {
  console.error(`The mock did not start: ${describe(error)}`);
  process.exitCode = 1;
}
