import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { decimal } from '#platform/money';
import {
  pageIn,
  pagesInEveryState,
  requisites as pageDestination,
} from '../../server/entrances/checkout/hosted-page-fixture.ts';
import { desktop, openBrowser, openContext, phone, watchPages } from './open-browser.ts';
import { serveCheckoutViews, type ServedViews } from './serve-checkout-views.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const smallest = { width: 320, height: 640 };

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

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
  {
    locale: 'en-GB',
    colorScheme: 'dark',
    viewport: phone,
    without: /^(pay|paid|expiring|declined|expired|failed|receipt_rejected)$/,
  },
] as const;

describe.each(looks)('in $locale, $colorScheme', ({ without, ...look }) => {
  test('axe finds nothing wrong with a page in any state, nor with one that is not there', async () => {
    // In the middle of a transition a colour is neither the one nor the other.
    const context = await openContext(browser, { ...look, bypassCSP: true, reducedMotion: 'reduce' });
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

test.each(['ru-RU', 'en-GB'])(
  'a page fits 320 pixels in any state, in %s, and breaks no rule of its own',
  async (locale) => {
    const context = await openContext(browser, { viewport: smallest, locale });
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
  },
);

test('what others have named is text, whatever it looks like', async () => {
  const hostile = '<script>document.title = "taken"</script><img src=x onerror="document.title = 1">';
  const context = await openContext(browser, { viewport: phone });
  const page = await context.newPage();
  const destination = { number: hostile, name: hostile, bankname: hostile, banknameDetails: hostile };
  const shown = { ...pageIn('pay'), payee: hostile, destination };
  await page.goto(views.show(shown));
  expect(await page.locator('.requisites .value').allInnerTexts()).toEqual([hostile, hostile, hostile]);
  expect(await page.locator('main script, main img, header img').count()).toBe(0);
  expect(await page.title()).toContain(hostile);
  await context.close();
});

const most = { amount: decimal('999999999.58'), currency: 'RUB' };
const phoneDestination = { number: '+79001234567', name: 'Анна С.', bankname: 'sber', banknameDetails: 'Сбербанк' };
const longCard = { ...phoneDestination, number: '2200000000000000123' };
const figures = {
  pay: { ...pageIn('pay'), amount: most },
  phone: { ...pageIn('pay_and_upload'), amount: most, destination: phoneDestination },
  card: { ...pageIn('upload_again'), amount: most, destination: longCard },
  paid: { ...pageIn('paid'), amount: most, received: most },
  expired: { ...pageIn('expired'), amount: most },
} as unknown as typeof pagesInEveryState;

/** The figures of a page that stand on more than one line, or reach beyond what they stand in. */
const brokenFigures = `[...document.querySelectorAll('.amount, .money, .value.number, footer .number')].filter((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
  const { left, right } = range.getBoundingClientRect();
  const card = element.closest('.requisites, .card, footer').getBoundingClientRect();
  return lines.size !== 1 || left < card.left || right > card.right;
}).map(({ className, textContent }) => className + ' ' + textContent)`;

test.each(['ru-RU', 'en-GB'])('no figure is broken over two lines, however wide the page is, in %s', async (locale) => {
  const context = await openContext(browser, { locale });
  const page = await context.newPage();
  const broken: string[] = [];
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [state, shown] of Object.entries(figures)) {
      await page.goto(views.show(shown));
      await page.evaluate(openDetails);
      expect(await page.locator('.amount, .money, .value.number').count()).toBeGreaterThanOrEqual(2);
      broken.push(...(await page.evaluate<string[]>(brokenFigures)).map((figure) => `${width} ${state} ${figure}`));
    }
  }
  expect(broken).toEqual([]);
  await context.close();
});

test('a wide page has what to do on its left, and the time and the order on its right', async () => {
  const context = await openContext(browser, { viewport: desktop });
  const page = await context.newPage();
  await page.goto(views.show(pageIn('pay')));
  const [pay, time, order] = (await Promise.all(
    ['.pay', '.time', '.order'].map((part) => page.locator(part).boundingBox()),
  )) as [Box, Box, Box];
  expect(time.x).toBeGreaterThan(pay.x + pay.width);
  expect([order.x, time.y]).toEqual([time.x, pay.y]);
  expect(order.y).toBeGreaterThan(time.y + time.height);
  await context.close();
});

describe('the file', () => {
  const longName = `Чек по операции ${'очень '.repeat(20)}длинный.pdf`;
  const fileOf = (name: string, size = 130_000) => ({ name, mimeType: 'application/pdf', buffer: Buffer.alloc(size) });

  test('is chosen in the language of the page, named in full, and can be changed before it is sent', async () => {
    const context = await openContext(browser, { viewport: smallest, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${views.show(pageIn('pay_and_upload'))}?lang=ru`);
    const control = page.locator('.file');
    expect(await control.innerText()).toBe('Выбрать файл\n\nФайл пока не выбран');
    expect(await page.getByLabel('Файл чека').getAttribute('id')).toBe('receipt');
    await page.locator('#receipt').setInputFiles(fileOf(longName));
    expect((await control.innerText()).replace(/\s+/g, ' ')).toBe(
      `Выбрать другой ${longName} 127 кБ Это нужный чек? Тогда отправьте его.`,
    );
    expect(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth')).toBe(false);
    await page.locator('#receipt').setInputFiles([]);
    expect(await control.innerText()).toContain('Файл пока не выбран');
    await context.close();
  });

  test('is reached by the keyboard, and one sees where the focus is', async () => {
    const context = await openContext(browser, { viewport: phone });
    const page = await context.newPage();
    // Listened to before there is anything to press: a key may overtake the word that the browser shall tell of its window.
    const chooser = page.waitForEvent('filechooser');
    await page.goto(views.show(pageIn('upload_again')));
    const outline = () => page.evaluate<string>(`getComputedStyle(document.querySelector('.file')).outlineStyle`);
    expect(await outline()).toBe('none');
    while ((await page.evaluate('document.activeElement.id')) !== 'receipt') await page.keyboard.press('Tab');
    expect(await outline()).toBe('solid');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(fileOf('receipt.pdf'));
    expect(await page.locator('.file').innerText()).toContain('receipt.pdf');
    await context.close();
  });

  test.each([
    ['none was chosen', null, 'Please choose the file with the receipt.'],
    ['it is too large', 10 * 1024 * 1024 + 1, 'The file is larger than 10 MB. Please choose a smaller one.'],
  ] as const)('is not sent when %s, which is said once, at the control, and taken back', async (_why, size, words) => {
    const context = await openContext(browser, { viewport: phone, locale: 'en-GB' });
    const page = await context.newPage();
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.goto(views.show(pageIn('pay_and_upload')));
    if (size !== null) await page.locator('#receipt').setInputFiles(fileOf('receipt.pdf', size));
    await page.getByRole('button', { name: 'Send the receipt' }).click();
    expect(await page.getByText(words, { exact: true }).count()).toBe(1);
    expect(await page.locator('#receipt-message').innerText()).toBe(words);
    expect(await page.locator('#receipt').getAttribute('aria-describedby')).toContain('receipt-message');
    expect(
      await page.evaluate('[document.activeElement.id, document.activeElement.getAttribute("aria-invalid")]'),
    ).toEqual(['receipt', 'true']);
    expect(posts).toEqual([]);
    await page.locator('#receipt').setInputFiles(fileOf('receipt.pdf'));
    expect(await page.locator('#receipt-message').innerText()).toBe('');
    expect(await page.locator('#receipt').getAttribute('aria-invalid')).toBeNull();
    await context.close();
  });

  test('is chosen without scripts as well, in the language of the page, and named', async () => {
    const context = await openContext(browser, { viewport: phone, locale: 'ru-RU', javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(views.show(pageIn('pay_and_upload')));
    expect(await page.locator('.file').innerText()).toBe('Выбрать файл\n\nФайл пока не выбран');
    await page.locator('#receipt').setInputFiles(fileOf('receipt.pdf'));
    expect((await page.locator('.file').innerText()).trim()).toBe('Выбрать другой');
    expect(await page.evaluate("getComputedStyle(document.querySelector('#receipt')).opacity")).toBe('1');
    await context.close();
  });
});

test('in the last two minutes the time is said with words and weight, and announced once', async () => {
  const context = await openContext(browser, { viewport: phone, locale: 'en-GB' });
  const page = await context.newPage();
  await page.clock.install();
  // The server of this page stands still, and would set its time back.
  await page.route('**/view?*', (route) => route.abort());
  await page.goto(views.show({ ...pageIn('pay'), remainingSeconds: 125 } as typeof longest));
  const hurry = page.getByText('Less than two minutes left');
  const weight = () => page.evaluate<string>(`getComputedStyle(document.querySelector('[role=timer]')).fontSize`);
  const before = await weight();
  expect(await hurry.filter({ visible: true }).count()).toBe(0);
  await page.evaluate(`window.said = []; new MutationObserver(() => window.said.push(document.querySelector('#announcement').textContent))
    .observe(document.querySelector('#announcement'), { childList: true })`);
  await page.clock.runFor(6_000);
  await hurry.filter({ visible: true }).first().waitFor();
  expect(await weight()).not.toBe(before);
  await page.clock.runFor(2_500);
  expect(await page.evaluate('window.said')).toEqual([expect.stringContaining('Less than two minutes left')]);
  await context.close();
});

test('numbers are copied as banks take them, however late the page’s script comes', async () => {
  const context = await openContext(browser, {
    viewport: phone,
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/*page.js', async (route) => {
    await held;
    await route.continue();
  });
  const amount = { amount: decimal('2500.00'), currency: 'RUB' };
  const address = views.show({ ...pageIn('pay'), amount });
  const loaded = page.goto(address);
  await page.waitForRequest('**/*page.js');
  expect(await page.locator('button.copy:visible').count()).toBe(0);
  letGo();
  await loaded;
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  await page.getByRole('button', { name: 'Copy: Card number' }).click();
  expect(await copied()).toBe(pageDestination.number);
  await page.getByRole('button', { name: 'Copy: Amount' }).click();
  expect(await copied()).toBe('2500');
  expect(await page.locator('#announcement').innerText()).toBe('Copied');
  await page.getByRole('button', { name: 'Copy: Payment reference' }).click();
  expect(address.endsWith(await copied())).toBe(true);
  await context.close();
});

test('text can be touched: nothing to type or to press is smaller than a finger', async () => {
  const context = await openContext(browser, { viewport: phone });
  const page = await context.newPage();
  await page.goto(views.show(pageIn('pay_and_upload')));
  const controls = await page.evaluate<{ height: number; fontSize: string }[]>(
    `[...document.querySelectorAll('main button, main input')].map((element) =>
      ({ height: element.getBoundingClientRect().height, fontSize: getComputedStyle(element).fontSize }))`,
  );
  expect(controls).toHaveLength(5);
  for (const { height, fontSize } of controls) {
    expect(height).toBeGreaterThanOrEqual(44);
    expect(Number.parseInt(fontSize, 10)).toBeGreaterThanOrEqual(15);
  }
  await context.close();
});

test('the page is dark where the system is', async () => {
  const colourIn = async (colorScheme: 'light' | 'dark'): Promise<string> => {
    const context = await openContext(browser, { viewport: phone, colorScheme });
    const page = await context.newPage();
    await page.goto(views.show(pageIn('paid')));
    const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await context.close();
    return colour;
  };
  expect(await colourIn('dark')).not.toBe(await colourIn('light'));
});
