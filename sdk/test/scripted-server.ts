import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as it came, for what is no text. */
  readonly bytes: Buffer;
}

export type Step = (response: ServerResponse, request: ReceivedRequest) => void;

export interface ScriptedServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** One step for each request to come; the last one answers all that follow. */
  script(...steps: readonly Step[]): void;
  /**
   * Lets arrive what was sent before. Who gives up while this process is busy leaves a request on its way, which another test
   * would take for its own.
   */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** Client and server share a process: what was sent is accepted, read and noted within so many turns of its loop. */
const turnsToArrive = 20;

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
  };

export const text =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  };

/** The connection breaks before there is an answer. */
export const reset: Step = (response) => void response.socket?.resetAndDestroy();

/** The connection breaks in the middle of the answer. */
export const cutOff: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"operation_id":', () => response.socket?.resetAndDestroy());
};

export const silence: Step = () => undefined;

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** An HTTP server of its own port that answers as it is told and remembers what it was asked. */
export const startScriptedServer = async (): Promise<ScriptedServer> => {
  let steps: Step[] = [];
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    void readAll(incoming).then((bytes) => {
      const { method = '', url: path = '', headers } = incoming;
      const request = { method, path, headers, body: bytes.toString(), bytes };
      requests.push(request);
      const step = steps.length > 1 ? steps.shift() : steps[0];
      (step ?? reset)(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script: (...next) => {
      requests.length = 0;
      steps = [...next];
    },
    settle: async () => {
      for (let turn = 0; turn < turnsToArrive; turn += 1) await nextTurn();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
