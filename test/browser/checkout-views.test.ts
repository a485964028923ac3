import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { pageIn, pagesInEveryState } from '../../server/entrances/checkout/hosted-page-fixture.ts';
import { desktop, openBrowser, phone, watchPages } from './open-browser.ts';
import { serveCheckoutViews, type ServedViews } from './serve-checkout-views.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const smallest = { width: 320, height: 640 };

let browser: Browser;
let views: ServedViews;
beforeAll(async () => {
  [browser, views] = await Promise.all([openBrowser(), serveCheckoutViews()]);
});
afterAll(async () => {
  await browser.close();
  views.stop();
});

const longest = {
  ...pageIn('pay_and_upload'),
  payee: 'Общество с ограниченной ответственностью «Северо-Западное-Книгоиздательское-Объединение»',
  isTest: true,
  destination: {
    number: '4081781009991000431240817810099910004312',
    name: 'КОНСТАНТИНОПОЛЬСКАЯ-ПРЕОБРАЖЕНСКАЯ АЛЕКСАНДРА ВЛАДИМИРОВНА',
    bankname: 'none',
    banknameDetails: 'Банк-с-очень-длинным-названием-без-единого-пробела-в-нём',
  },
};

const openDetails = `document.querySelectorAll('details').forEach((details) => { details.open = true; })`;

const states = Object.entries({ ...pagesInEveryState, longest });

/** What axe finds, in words. Its script is put into the page from outside, which the page's own policy forbids. */
const findViolations = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axeSource);
  return page.evaluate<string[]>(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  );
};

// Each state in both languages; in the dark those that have colours of their own.
const looks = [
  { locale: 'ru-RU', colorScheme: 'light', viewport: phone, without: /$^/ },
  { locale: 'en-GB', colorScheme: 'light', viewport: desktop, without: /longest/ },
  { locale: 'en-GB', colorScheme: 'dark', viewport: phone, without: /^(pay|paid|expiring|declined|expired|failed|receipt_rejected)$/ },
] as const;

describe.each(looks)('in $locale, $colorScheme', ({ without, ...look }) => {
  test('axe finds nothing wrong with a page in any state, nor with one that is not there', async () => {
    // In the middle of a transition a colour is neither the one nor the other.
    const context = await browser.newContext({ ...look, bypassCSP: true, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const found: Record<string, readonly string[]> = {};
    for (const [state, shown] of states.filter(([name]) => !without.test(name))) {
      await page.goto(views.show(shown));
      await page.evaluate(openDetails);
      found[state] = await findViolations(page);
    }
    await page.goto(`${views.url}/pay/none`);
    found['none'] = await findViolations(page);
    expect(Object.entries(found).filter(([, violations]) => violations.length > 0)).toEqual([]);
    await context.close();
  });
});

test.each(['ru-RU', 'en-GB'])('a page fits 320 pixels in any state, in %s, and breaks no rule of its own', async (locale) => {
  const context = await browser.newContext({ viewport: smallest, locale });
  const watch = watchPages(context, views.url);
  const page = await context.newPage();
  const wide: string[] = [];
  for (const [state, shown] of states) {
    await page.goto(views.show(shown), { waitUntil: 'load' });
    await page.evaluate(openDetails);
    if (await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')) wide.push(state);
  }
  expect(wide).toEqual([]);
  expect(watch).toEqual({ errors: [], outside: [] });
  await context.close();
});

test('what others have named is text, whatever it looks like', async () => {
  const hostile = '<script>document.title = "taken"</script><img src=x onerror="document.title = 1">';
  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  const destination = { number: hostile, name: hostile, bankname: hostile, banknameDetails: hostile };
  await page.goto(views.show({ ...pageIn('pay'), payee: hostile, destination } as typeof longest));
  expect(await page.locator('.requisites .value').allInnerTexts()).toEqual([hostile, hostile, hostile]);
  expect(await page.locator('main script, main img, header img').count()).toBe(0);
  expect(await page.title()).toContain(hostile);
  await context.close();
});

test('text can be touched: nothing to type or to press is smaller than a finger', async () => {
  const context = await browser.newContext({ viewport: phone });
  const page = await context.newPage();
  await page.goto(views.show(pageIn('pay_and_upload')));
  const controls = await page.evaluate<{ height: number; fontSize: string }[]>(
    `[...document.querySelectorAll('main button, main input')].map((element) =>
      ({ height: element.getBoundingClientRect().height, fontSize: getComputedStyle(element).fontSize }))`,
  );
  expect(controls).toHaveLength(4);
  for (const { height, fontSize } of controls) {
    expect(height).toBeGreaterThanOrEqual(44);
    expect(Number.parseInt(fontSize, 10)).toBeGreaterThanOrEqual(15);
  }
  await context.close();
});

test('the page is dark where the system is', async () => {
  const colourIn = async (colorScheme: 'light' | 'dark'): Promise<string> => {
    const context = await browser.newContext({ viewport: phone, colorScheme });
    const page = await context.newPage();
    await page.goto(views.show(pageIn('paid')));
    const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await context.close();
    return colour;
  };
  expect(await colourIn('dark')).not.toBe(await colourIn('light'));
});
