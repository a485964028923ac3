import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';
import { RequestError } from '#platform/errors';

type Asset = {
  readonly fileName: string;
  readonly type: string;
  readonly content: Buffer;
  readonly compressed: Buffer;
};

const css = 'text/css; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** Everything that a page loads, from this server alone. */
const files = {
  pico: { source: '@picocss/pico/css/pico.jade.min.css', type: css },
  style: { source: '#files/checkout/page.css', type: css },
  htmx: { source: 'htmx.org/dist/htmx.min.js', type: javascript },
  script: { source: '#files/checkout/page.js', type: javascript },
  icon: { source: '#files/checkout/icon.svg', type: 'image/svg+xml' },
} as const;

export type AssetAddresses = Readonly<Record<keyof typeof files, string>>;

/** What a file holds is part of its name, so that browsers may keep it for good. */
const loadAsset = ({ source, type }: { readonly source: string; readonly type: string }): Asset => {
  const content = readFileSync(new URL(import.meta.resolve(source)));
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const name = source.slice(source.lastIndexOf('/') + 1);
  return { fileName: `${digest}-${name}`, type, content, compressed: gzipSync(content, { level: 9 }) };
};

const loadAll = () => Object.entries(files).map(([key, file]) => [key, loadAsset(file)] as const);

let loaded: ReturnType<typeof loadAll> | undefined;

// At the first page: most processes never show one.
const assets = () => (loaded ??= loadAll());

export const assetAddresses = (path: string): AssetAddresses =>
  Object.fromEntries(assets().map(([key, { fileName }]) => [key, `${path}/assets/${fileName}`])) as AssetAddresses;

const oneYearSeconds = 31_536_000;

export const serveAsset: RequestHandler = (request, response) => {
  const asset = assets().find(([, { fileName }]) => fileName === request.params['fileName'])?.[1];
  if (asset === undefined) throw new RequestError('route_not_found');
  const isCompressed = request.acceptsEncodings('gzip', 'identity') === 'gzip';
  response
    .setHeader('cache-control', `public, max-age=${oneYearSeconds}, immutable`)
    .setHeader('content-type', asset.type)
    .setHeader('vary', 'accept-encoding');
  if (isCompressed) response.setHeader('content-encoding', 'gzip');
  response.end(isCompressed ? asset.compressed : asset.content);
};
