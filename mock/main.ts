import { startMock } from './start-mock.ts';

const defaultPort = 4010;

const readPort = (text: string | undefined): number => {
  const port = Number(text || defaultPort);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`MOCK_PORT must be a port number, not "${text}".`);
};

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') return `${error.message}. Choose another with MOCK_PORT.`;
  return error.message;
};

try {
  const mock = await startMock({ port: readPort(process.env['MOCK_PORT']), host: process.env['MOCK_HOST'] || '127.0.0.1' });
  console.log(`The mock of the v1 API answers at ${mock.url}. Any X-API-Key is accepted.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void mock.stop());
} catch (error) {
  console.error(`The mock did not start: ${describe(error)}`);
  process.exitCode = 1;
}
