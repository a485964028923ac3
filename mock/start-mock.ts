import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnswerRequest, type Answer } from './answer-request.ts';
import { documents } from './documents.ts';
import { readRequest, type ReceivedRequest } from './read-request.ts';

export type MockOptions = {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host?: string;
};

export type Mock = {
  /** Without a trailing slash. */
  readonly url: string;
  /** Resolves when the first request would be answered at once. */
  readonly ready: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  const { 'Content-type': contentType, ...others } = headers;
  if (status === 204 || body === undefined) {
    response.writeHead(status, others).end();
    return;
  }
  const text = JSON.stringify(body);
  const length = { 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, { ...others, ...length, 'content-type': contentType }).end(text);
};

const sendFailure = (response: ServerResponse, error: unknown): void => {
  const detail = error instanceof Error ? error.message : String(error);
  response.writeHead(500, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ title: 'The mock failed', status: 500, detail }));
};

/** The first part of a path, which says whose it is. */
const baseOf = (path: string): string => path.split('/')[1] ?? '';

/** Prism takes a second and 80 MB: a program that starts a mock beside other things pays that with the first request only. */
const loadOnce = () => {
  const load = async () => {
    const { readOperations } = await import('./prism.ts');
    const answerers = await Promise.all(
      documents.map(async (document) => {
        const operations = await readOperations(await readFile(document.file, 'utf8'));
        const bases = new Set(operations.map(({ path }) => baseOf(path)));
        return { bases, answerRequest: createAnswerRequest({ document, operations }) };
      }),
    );
    const [first] = answerers;
    return (request: ReceivedRequest): Promise<Answer> =>
      (answerers.find(({ bases }) => bases.has(baseOf(request.path))) ?? first!).answerRequest(request);
  };
  let loaded: ReturnType<typeof load> | undefined;
  return () => (loaded ??= load());
};

/**
 * Serves the named examples of every contract; what is below none of their paths is answered by the first. Rejects when
 * the port is taken.
 */
export const startMock = async ({ port, host = '127.0.0.1' }: MockOptions): Promise<Mock> => {
  const answering = loadOnce();
  const server = createServer((request, response) => {
    Promise.all([answering(), readRequest(request)])
      .then(([answerRequest, received]) => answerRequest(received))
      .then((answer) => send(response, answer))
      .catch((error: unknown) => sendFailure(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    ready: async () => {
      await answering();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
