import { startDocs } from './index.ts';

const defaultPort = 8081;

const readPort = (text: string | undefined): number => {
  const port = Number(text || defaultPort);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`DOCS_PORT must be a port number, not ${text}.`);
};

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const isTaken = 'code' in error && error.code === 'EADDRINUSE';
  return isTaken ? `${error.message}. Choose another port with DOCS_PORT.` : error.message;
};

try {
  const docs = await startDocs({ port: readPort(process.env['DOCS_PORT']), host: process.env['HOST'] || '127.0.0.1' });
  console.log(`The docs are built into docs/site and served at ${docs.url}. Ctrl-C stops it.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void docs.stop());
} catch (error) {
  console.error(`The docs did not start: ${describe(error)}`);
  process.exitCode = 1;
}
