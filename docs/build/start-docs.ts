import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { policyOf } from './content-policy.ts';
import { buildSite, usualSiteDirectory } from './build-site.ts';

export type DocsOptions = {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host?: string;
  /** A site that is built already; without it the usual one is built first. */
  readonly siteDirectory?: string;
};

export type Docs = {
  /** Without a trailing slash. */
  readonly url: string;
  readonly stop: () => Promise<void>;
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Pages have no extension in their addresses. Undefined for an address that no file can have. */
const fileOf = (address: string): string | undefined => {
  try {
    const path = normalize(decodeURIComponent(address.split('?')[0] ?? '/'));
    if (!path.startsWith('/') || path.includes('\0')) return undefined;
    if (path.endsWith('/')) return `${path}index.html`;
    return extname(path) in types ? path : `${path}.html`;
  } catch {
    return undefined;
  }
};

/** As its own page says, and what only a header can say. What is no page needs nothing. */
const policyOfFile = (file: string): string => {
  const rules = extname(file) === '.html' ? policyOf(file.replace(/^\/|\.html$/g, '')) : ["default-src 'none'", "base-uri 'none'"];
  return [...rules, "frame-ancestors 'none'"].join('; ');
};

const send = async (request: IncomingMessage, response: ServerResponse, siteDirectory: string): Promise<void> => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const file = fileOf(request.url ?? '/');
  const found = file === undefined ? undefined : await readFile(join(siteDirectory, file)).catch(() => undefined);
  const body = found ?? (await readFile(join(siteDirectory, '404.html')));
  const shown = found && file ? file : '/404.html';
  response.writeHead(found ? 200 : 404, {
    'content-type': types[extname(shown)],
    'content-security-policy': policyOfFile(shown),
    'content-length': body.length,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};

/** Serves the site. Rejects when the port is taken. */
export const startDocs = async ({ port, host = '127.0.0.1', siteDirectory }: DocsOptions): Promise<Docs> => {
  if (siteDirectory === undefined) await buildSite(usualSiteDirectory);
  const directory = siteDirectory ?? usualSiteDirectory;
  const server = createServer((request, response) => {
    send(request, response, directory).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
