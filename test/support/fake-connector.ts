import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type ConnectorCall = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

type Written = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown };

/** An answer, or what is done with the connection instead of one. */
export type ConnectorReply = Written | { readonly take: (response: ServerResponse, socket: Socket) => void };

type ReplyTo = (call: ConnectorCall) => ConnectorReply | Promise<ConnectorReply>;

export type FakeConnector = {
  readonly url: string;
  /** What it was asked, in order. */
  readonly calls: ConnectorCall[];
  /** What it answers from now on. */
  readonly answer: (reply: ConnectorReply | ReplyTo) => void;
  readonly close: () => Promise<void>;
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const write = (response: ServerResponse, { status = 200, headers, body }: Written): void => {
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
};

/** The contract's error of this code. */
export const connectorProblem = (code: string, status: number): Written => ({
  status,
  body: {
    type: `urn:turnpike:connector-problem:${code}`,
    title: code,
    status,
    detail: `It is ${code}.`,
    code,
    request_id: 'request-1',
  },
});

/** A server in the place of a connector that answers whatever it is told to, of the contract or not. */
export const startFakeConnector = async (): Promise<FakeConnector> => {
  const calls: ConnectorCall[] = [];
  let replyTo: ReplyTo = () => connectorProblem('not_carried_out', 503);
  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url: path = '', headers } = request;
      const call = { method, path, headers, body: await readBody(request) };
      calls.push(call);
      const reply = await replyTo(call);
      if ('take' in reply) reply.take(response, request.socket);
      else write(response, reply);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answer: (reply) => {
      replyTo = typeof reply === 'function' ? reply : () => reply;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
