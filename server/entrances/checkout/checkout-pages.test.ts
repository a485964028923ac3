import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#platform/ids';
import { RequestError } from '#platform/errors';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import type { SecurityEvent } from '#platform/security-events';
import type { HostedPage } from '#features/checkout';
import { eventually } from '#test/support/eventually';
import { formBody } from '#test/support/form-body';
import { createApp } from '../http/create-app.ts';
import { renderProblem } from '../v1/index.ts';
import { createCheckoutRouter } from './index.ts';
import { pageIn } from './hosted-page-fixture.ts';
import { texts } from './translations.ts';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

const log = createLog('silent');

/** Pages by their operation; whatever is uploaded is kept, or refused with this. */
const serve = async (path = '/pay', trustedProxies: readonly string[] = []) => {
  const pages = new Map<string, HostedPage>();
  const received: { readonly operationId: string; readonly content: string }[] = [];
  const state: { refusal: Error | null } = { refusal: null };
  const router = createCheckoutRouter({
    features: {
      readPage: async (operationId) => pages.get(operationId) ?? null,
      confirmOnPage: async ({ operationId, upload }) => {
        if (state.refusal !== null) throw state.refusal;
        received.push({ operationId, content: (await upload.read()).toString() });
      },
    },
    path,
    uploadDirectory: tmpdir(),
    log,
  });
  const metrics = createMetrics();
  const isForeignOperation = () => Promise.resolve(false);
  const server = createApp({
    log,
    metrics,
    isForeignOperation,
    mounts: [{ paths: [], router }],
    rendererOf: () => renderProblem('http://docs'),
    trustedProxies,
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = (page: HostedPage): string => {
    const operationId = newId();
    pages.set(operationId, { ...page, operationId } as HostedPage);
    return `${url}${path}/${operationId}`;
  };
  const countOf = async (event: SecurityEvent): Promise<number | undefined> =>
    (await metrics.securityEvents.get()).values.find(({ labels }) => labels.event === event)?.value;
  return { url, open, received, state, countOf };
};

type Served = Awaited<ReturnType<typeof serve>>;
let served: Served;
beforeEach(async () => {
  served = await serve();
});

const inEnglish = { 'accept-language': 'en-GB,en;q=0.9' };
const get = (url: string, headers: Readonly<Record<string, string>> = inEnglish, method = 'GET') =>
  fetch(url, { method, headers, redirect: 'manual' });

const upload = (
  url: string,
  headers: Readonly<Record<string, string>> = {},
  content: string | Uint8Array = 'a receipt',
) => {
  const { contentType, bytes } = formBody([
    { name: 'receipt', content, fileName: 'r.pdf', contentType: 'application/pdf' },
  ]);
  return fetch(url, {
    method: 'POST',
    headers: { ...inEnglish, 'content-type': contentType, ...headers },
    body: new Uint8Array(bytes),
    redirect: 'manual',
  });
};

const scripted = { 'hx-request': 'true' };

describe('a page', () => {
  it('tells the browser to allow next to nothing, and no other site its address', async () => {
    const { headers, status } = await get(served.open(pageIn('pay')));
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('speaks the browser’s language, or the one that was chosen', async () => {
    const url = served.open(pageIn('pay'));
    const languageOf = async (address: string, accepted?: string) =>
      /<html lang="(\w+)"/.exec(
        await (await get(address, accepted === undefined ? {} : { 'accept-language': accepted })).text(),
      )?.[1];
    expect(await languageOf(url, 'ru-RU,ru;q=0.9,en;q=0.8')).toBe('ru');
    expect(await languageOf(url, 'en;q=0.5,ru;q=0.6')).toBe('ru');
    expect(await languageOf(url, 'de,fr')).toBe('en');
    expect(await languageOf(url)).toBe('en');
    expect(await languageOf(`${url}?lang=ru`, 'en')).toBe('ru');
    expect(await languageOf(`${url}?lang=xx&lang=ru`, 'en')).toBe('en');
  });

  it('that no merchant asked for is a 404 that tells nothing about the operation', async () => {
    const asked = await Promise.all([newId(), newId()].map((id) => get(`${served.url}/pay/${id}`)));
    const [one, other] = await Promise.all(asked.map(async (answer) => [answer.status, await answer.text()] as const));
    expect(one?.[0]).toBe(404);
    expect(one?.[1]).toContain(texts.en.notices.not_found.heading);
    expect(one?.[1].replace(/[0-9a-f-]{36}/g, '')).toBe(other?.[1].replace(/[0-9a-f-]{36}/g, ''));
  });

  it.each(['/pay', '/pay/', '/pay/1', '/pay/assets/x.js', '/pay/a/b/c', `/pay/${newId()}/`, '/pay/%ff'])(
    'is not at %s',
    async (path) => {
      const answer = await get(served.url + path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );

  it('answers HEAD, and refuses other methods as a page', async () => {
    const url = served.open(pageIn('pay'));
    const head = await get(url, {}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    const deleted = await get(url, {}, 'DELETE');
    expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    const posted = await get(`${url}/view`, {}, 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('loads only what browsers may keep for good', async () => {
    const html = await (await get(served.open(pageIn('pay')))).text();
    const addresses = [...html.matchAll(/(?:src|href)="(\/pay\/assets\/[^"]+)"/g)].map(([, address]) => address);
    expect(addresses).toHaveLength(5);
    for (const address of addresses) {
      const plain = await get(served.url + address, { 'accept-encoding': 'identity' });
      const packed = await get(served.url + address, { 'accept-encoding': 'gzip' });
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(packed.headers.get('content-encoding')).toBe('gzip');
      expect(await packed.text()).toBe(await plain.text());
    }
  });

  it('is told only the time while nothing has changed', async () => {
    const url = served.open(pageIn('pay'));
    const changes = /hx-get="([^"]+)"/.exec(await (await get(url)).text())![1]!.replaceAll('&amp;', '&');
    const same = await get(served.url + changes);
    expect([same.status, same.headers.get('hx-trigger')]).toEqual([204, '{"remaining":1790}']);
    const other = await get(served.url + changes.replace('lang=en', 'lang=ru'));
    expect([other.status, await other.text()]).toEqual([200, expect.stringContaining(`<title>${texts.ru.toPay}`)]);
  });
});

describe('a receipt', () => {
  it('is taken from a plain form, which is led back to the page', async () => {
    const url = served.open(pageIn('pay_and_upload'));
    const answer = await upload(`${url}?lang=ru`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${new URL(url).pathname}?lang=ru`]);
    expect(served.received).toEqual([{ operationId: url.slice(-36), content: 'a receipt' }]);
  });

  it('is answered with what has become of the page where scripts ask', async () => {
    const answer = await upload(served.open(pageIn('under_review')), scripted);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/^<title>.*<\/title>\s*<div id="view"/);
  });

  const refusals = [
    ['wrong_state', 412, texts.en.troubles.wrong_state],
    ['too_many_requests', 429, texts.en.troubles.too_often],
    ['temporarily_unavailable', 503, texts.en.troubles.failed],
  ] as const;
  it.each(refusals)(
    'refused as %s is told so on the page, and when to come back where that helps',
    async (code, status, sentence) => {
      served.state.refusal = new RequestError(code);
      const url = served.open(pageIn('pay_and_upload'));
      const plain = await upload(url);
      expect([plain.status, await plain.text()]).toEqual([status, expect.stringContaining(sentence)]);
      const beside = await upload(url, scripted);
      expect([beside.status, beside.headers.get('hx-reswap')]).toEqual([
        status,
        code === 'wrong_state' ? 'outerHTML' : 'innerHTML',
      ]);
      const soon = code === 'wrong_state' ? null : '1';
      expect([plain, beside].map(({ headers }) => headers.get('retry-after'))).toEqual([soon, soon]);
    },
  );

  it('that failed for a reason of ours tells nothing of it', async () => {
    served.state.refusal = new Error('secret cause');
    const answer = await upload(served.open(pageIn('pay_and_upload')));
    expect([answer.status, (await answer.text()).includes('secret')]).toEqual([503, false]);
  });

  it('of more than 10 MiB, or none at all, is told so on the page', async () => {
    const url = served.open(pageIn('pay_and_upload'));
    const large = await upload(url, {}, new Uint8Array(10 * 1024 * 1024 + 1));
    expect([large.status, await large.text()]).toEqual([413, expect.stringContaining(texts.en.troubles.too_large)]);
    const empty = await upload(url, scripted, '');
    expect([empty.status, empty.headers.get('hx-retarget'), await empty.text()]).toEqual([
      400,
      '#receipt-message',
      texts.en.troubles.no_file,
    ]);
    const json = await fetch(url, {
      method: 'POST',
      body: '{}',
      headers: { ...inEnglish, 'content-type': 'application/json' },
    });
    expect([json.status, await json.text()]).toEqual([415, expect.stringContaining(texts.en.troubles.no_file)]);
    expect(served.received).toEqual([]);
  });

  it('for a page that no merchant asked for is not read', async () => {
    const answer = await upload(`${served.url}/pay/${newId()}`, {}, new Uint8Array(5_000_000));
    expect([answer.status, served.received]).toEqual([404, []]);
  });

  it('is counted where another site sent it, and where the address was guessed', async () => {
    const url = served.open(pageIn('pay_and_upload'));
    await upload(url, { 'sec-fetch-site': 'cross-site' });
    await upload(`${served.url}/pay/${newId()}`);
    await get(`${served.url}/pay/${newId()}`);
    // Not even the form of an address.
    await get(`${served.url}/pay/1`);
    await upload(url);
    const counts = async () => [await served.countOf('foreign_origin'), await served.countOf('page_link_unknown')];
    await eventually(async () => (await counts()).join() === '1,2', 'one of another site, two guessed');
  });

  it.each([
    ['sec-fetch-site', 'cross-site', 403],
    ['sec-fetch-site', 'same-site', 403],
    ['sec-fetch-site', 'same-origin', 303],
    ['sec-fetch-site', 'none', 303],
    ['origin', 'https://evil.example', 403],
    ['origin', 'nonsense', 403],
    ['origin', 'null', 303],
  ])('sent with %s %s is answered with %d', async (name, value, status) => {
    const answer = await upload(served.open(pageIn('pay_and_upload')), { [name]: value });
    expect(answer.status).toBe(status);
    expect(served.received).toHaveLength(status === 303 ? 1 : 0);
  });

  it('is taken ten times in ten minutes', async () => {
    const [url, another] = [served.open(pageIn('pay_and_upload')), served.open(pageIn('pay_and_upload'))];
    const statuses = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await upload(url)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(303), 429]);
    const refused = await upload(url, scripted);
    expect([refused.status, await refused.text()]).toEqual([429, texts.en.troubles.too_often]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await upload(another)).status).toBe(303);
  });
});

describe('the limits', () => {
  it('let a page be read twenty times a second, and say so as a page', async () => {
    const url = served.open(pageIn('pay'));
    // So many that they cannot all have seconds with fewer.
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(url)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(await refused[0]!.text()).toContain(texts.en.notices.too_often.heading);
  });

  it('count the client that a trusted proxy names, and no client’s own word', async () => {
    const trusting = await serve('/pay', ['127.0.0.1']);
    const statusesOf = async ({ url }: Served): Promise<readonly number[]> => {
      const statuses = [];
      for (let count = 0; count < 101; count += 1) {
        statuses.push((await upload(`${url}/pay/${newId()}`, { 'x-forwarded-for': `203.0.113.${count}` })).status);
      }
      return statuses;
    };
    expect(new Set(await statusesOf(trusting))).toEqual(new Set([404]));
    expect(await statusesOf(served)).toEqual([...Array<number>(100).fill(404), 429]);
  });
});

it('serves pages at the root without taking other paths', async () => {
  const rooted = await serve('');
  const answer = await get(rooted.open(pageIn('paid')));
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('href="/assets/')]);
  const other = await get(`${rooted.url}/nothing/at/all`);
  expect([other.status, other.headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('application/problem+json'),
  ]);
});
