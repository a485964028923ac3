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

/** Where the pages say that gateway and mock are, unless they are somewhere else. */
const documented = { gateway: 'http://127.0.0.1:8080', mock: 'http://127.0.0.1:4010' } as const;

type Addresses = Readonly<Record<keyof typeof documented, string>>;

export type Docs = {
  /** Without a trailing slash. */
  readonly url: string;
  /** From now on pages name these, so that what is copied from them works. */
  readonly showAddresses: (addresses: Addresses) => void;
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
  const rules =
    extname(file) === '.html' ? policyOf(file.replace(/^\/|\.html$/g, '')) : ["default-src 'none'", "base-uri 'none'"];
  return [...rules, "frame-ancestors 'none'"].join('; ');
};

const withAddresses = (body: Buffer, file: string, { gateway, mock }: Addresses): Buffer =>
  ['.html', '.json'].includes(extname(file))
    ? Buffer.from(body.toString('utf8').replaceAll(documented.gateway, gateway).replaceAll(documented.mock, mock))
    : body;

type Site = { readonly directory: string; addresses: Addresses };

const send = async (request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const file = fileOf(request.url ?? '/');
  const found = file === undefined ? undefined : await readFile(join(site.directory, file)).catch(() => undefined);
  const shown = found && file ? file : '/404.html';
  const body = withAddresses(found ?? (await readFile(join(site.directory, '404.html'))), shown, site.addresses);
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
  const site: Site = { directory: siteDirectory ?? usualSiteDirectory, addresses: documented };
  const server = createServer((request, response) => {
    send(request, response, site).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    showAddresses: (addresses) => {
      site.addresses = addresses;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
