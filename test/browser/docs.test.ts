import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { routes as connectorRoutes } from '#generated/connector/routes';
import { routes } from '#generated/v1/routes';
import { eventually } from '#test/support/eventually';
import { buildSite, startDocs, type Docs } from '../../docs/index.ts';
import { desktop, openBrowser, openContext, phone, watchPages, type Watch } from './open-browser.ts';

let siteDirectory: string;
let docs: Docs;
let browser: Browser;

beforeAll(async () => {
  siteDirectory = await mkdtemp(join(tmpdir(), 'turnpike-docs-'));
  await buildSite(siteDirectory);
  docs = await startDocs({ port: 0, siteDirectory });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await docs.stop();
  await rm(siteDirectory, { recursive: true });
});

const isWiderThanWindow = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > window.innerWidth');

const visit = async (
  viewport: typeof phone,
  path: string,
  look: (page: Page, watch: Watch) => Promise<void>,
): Promise<void> => {
  const context = await openContext(browser, { viewport });
  const watch = watchPages(context, docs.url);
  const page = await context.newPage();
  try {
    await page.goto(docs.url + path, { waitUntil: 'load' });
    await look(page, watch);
    expect(await isWiderThanWindow(page)).toBe(false);
    expect(watch).toEqual({ errors: [], outside: [] });
  } finally {
    await context.close();
  }
};

describe.each([
  ['phone', phone],
  ['desktop', desktop],
])('on a %s', (_name, viewport) => {
  test('the first page names every operation and leads to the reference', async () => {
    await visit(viewport, '/', async (page) => {
      const operations = await page.locator('.operations tr').allInnerTexts();
      const shown = [...routes, ...connectorRoutes];
      expect(operations).toHaveLength(shown.length);
      for (const { method, template } of shown) {
        expect(operations.some((text) => text.includes(`${method.toUpperCase()} ${template}`))).toBe(true);
      }
      await page.getByRole('link', { name: 'Cancel a payment' }).click();
      await page.getByRole('heading', { name: 'Cancel a payment' }).first().waitFor();
      expect(page.url()).toContain('/reference#');
    });
  });

  test('the reference shows operations, examples and their problems', async () => {
    await visit(viewport, '/reference#tag/payments/POST/v1/payment', async (page) => {
      const payment = page
        .locator('[id="tag/payments/POST/v1/payment"], [id$="/tag/payments/POST/v1/payment"]')
        .first();
      await payment.getByRole('heading', { name: 'Create a payment' }).first().waitFor();
      const text = await payment.innerText();
      expect(text).toContain('merchant_operation_id');
      expect(text).toContain('No provider accepted the payment within 15 seconds');
      expect(text).toContain('order-2026-000181');
      expect(text).toContain('"actual_amount": "0.00"');
      expect(await payment.getByRole('tab', { name: /424/ }).count()).toBe(1);
    });
  });

  test('the first page leads to what connectors serve', async () => {
    await visit(viewport, '/', async (page) => {
      await page.getByRole('link', { name: 'Send a leg of a payout' }).click();
      await page.getByRole('heading', { name: 'Send a leg of a payout' }).first().waitFor();
      expect(page.url()).toContain('/connector-reference#');
    });
  });

  test('an anchor of another page arrives at its operation', async () => {
    await visit(viewport, '/reference#tag/operations/POST/v1/get_operation_state', async (page) => {
      const heading = page.getByRole('heading', { name: 'Read the state of an operation' }).first();
      await heading.waitFor();
      // Scalar scrolls once the parts above have their height. The site's policy forbids waitForFunction its eval.
      // While those parts are still empty the heading is in sight without any scrolling.
      const hasArrived = async (): Promise<boolean> => {
        const isInSight = Math.abs((await heading.boundingBox())?.y ?? Infinity) < viewport.height;
        return isInSight && (await page.evaluate<number>('window.scrollY')) > 500;
      };
      await eventually(hasArrived, 'the operation to be in sight');
    });
  });

  test('a problem page says what happened and what to do', async () => {
    await visit(viewport, '/problems/identifier_reused', async (page) => {
      const text = await page.locator('main').innerText();
      expect(text).toContain('Identifier reused');
      expect(text).toContain('412');
      expect(text).toContain('What to do');
      expect(text).toContain('POST /v1/payout');
      expect(text).toContain('"code": "identifier_reused"');
    });
  });

  test('the sandbox table has its rows', async () => {
    await visit(viewport, '/sandbox', async (page) => {
      const row = page.locator('.sandbox tr', { hasText: '.57' });
      expect(await row.innerText()).toContain('paid_in_part');
      expect(await row.innerText()).toContain('one_leg_fails');
    });
  });
});

test('text is light on dark where the system is dark', async () => {
  const context = await openContext(browser, { viewport: desktop, colorScheme: 'dark' });
  const page = await context.newPage();
  for (const path of ['/', '/reference']) {
    await page.goto(docs.url + path, { waitUntil: 'load' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(20, 24, 30)');
  }
  await context.close();
});

test('every file is served with a policy that lets nothing in from outside and no inline script', async () => {
  for (const path of ['/', '/reference', '/sandbox', '/scalar.js', '/openapi.json', '/no/such/page', '/icon.svg']) {
    const policy = (await fetch(docs.url + path)).headers.get('content-security-policy') ?? '';
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));
    expect([path, rules.get('default-src'), rules.get('frame-ancestors')]).toEqual([path, ["'none'"], ["'none'"]]);
    expect(rules.get('script-src') ?? []).not.toContain("'unsafe-inline'");
    expect(policy).not.toContain('unsafe-eval');
  }
});

test('a script that got into a page does not run', async () => {
  const page = await browser.newPage();
  await page.goto(`${docs.url}/reference`, { waitUntil: 'load' });
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src="none" onerror="window.broken = 1">');
    document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.broken = 1' }))`);
  expect(await page.evaluate('window.broken')).toBeUndefined();
  await page.close();
});

test('an unknown page is a 404 that leads back', async () => {
  const response = await fetch(`${docs.url}/no/such/page`);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('There is no page at this address');
  expect((await fetch(`${docs.url}/..%2f..%2fpackage.json`)).status).toBe(404);
  expect((await fetch(`${docs.url}/`, { method: 'POST' })).status).toBe(405);
});
