import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '#test/support/eventually';
import {
  createCheckoutHarness,
  headingOf,
  look,
  receiptFile,
  screenshotFile,
  waitForHeading,
  type CheckoutHarness,
  type Link,
  type Visit,
} from './checkout-harness.ts';

let harness: CheckoutHarness;
beforeAll(async () => {
  harness = await createCheckoutHarness();
});
afterAll(() => harness.strike());

const nothingWrong = { errors: [], outside: [] };

/** Stays on the page from its opening to the end: whatever changes there changes without being loaded again. */
const stay = async (payment: Link, happen: (page: Page, visit: Visit) => Promise<void>): Promise<void> => {
  const visit = await harness.visit(payment.payment_url);
  const { page, watch, end } = visit;
  try {
    await page.evaluate('window.isFirst = true');
    await happen(page, visit);
    expect(await page.evaluate('window.isFirst')).toBe(true);
    expect(watch).toEqual(nothingWrong);
  } finally {
    await end();
  }
};

const expectNothingToPay = async (page: Page, payment: Link): Promise<void> => {
  const html = await page.content();
  const fresh = await (await fetch(payment.payment_url)).text();
  for (const secret of [payment.number!, payment.number!.slice(-4), payment.name!]) {
    expect([html.includes(secret), fresh.includes(secret)]).toEqual([false, false]);
  }
};

const send = async (page: Page, file: ReturnType<typeof receiptFile>): Promise<void> => {
  await page.locator('#receipt').setInputFiles(file);
  await page.getByRole('button', { name: 'Send the receipt' }).click();
};

describe('a page that is open changes by itself', () => {
  test('to paid, in its own time', async () => {
    const payment = await harness.link();
    await stay(payment, async (page) => {
      expect(await headingOf(page)).toBe('To pay ₽1,000.58');
      await harness.report(payment, 'paid', '1000.58');
      await page.getByRole('heading', { name: 'Paid' }).waitFor();
      expect(await page.locator('#announcement').innerText()).toBe('Paid');
      expect(await page.title()).toBe('Paid · Tests');
      await expectNothingToPay(page, payment);
      // Nothing comes any more, so nothing is asked.
      expect(await page.locator('[hx-get]').count()).toBe(0);
    });
  });

  test('to what was received, where that is less than asked', async () => {
    const payment = await harness.link();
    await stay(payment, async (page) => {
      await harness.report(payment, 'paid', '400.00');
      await waitForHeading(page, 'Part of the amount was received');
      expect(await page.locator('main').innerText()).toContain('Received: ₽400.00 of ₽1,000.58.');
    });
  });

  test('to cancelled by the shop, without where to pay', async () => {
    const payment = await harness.link();
    await stay(payment, async (page) => {
      await harness.cancel(payment);
      await waitForHeading(page, 'Payment cancelled');
      await expectNothingToPay(page, payment);
    });
  });

  test('to declined by the provider', async () => {
    const payment = await harness.link();
    await stay(payment, async (page) => {
      await harness.report(payment, 'failed');
      await waitForHeading(page, 'Nobody could take this payment');
      await expectNothingToPay(page, payment);
    });
  });

  test('when its time is over: where to pay goes at once, and then the payment', async () => {
    const payment = await harness.link();
    await harness.setLifetime(payment, 3_000);
    await stay(payment, async (page) => {
      const timer = page.getByRole('timer');
      const shown = await timer.innerText();
      expect(shown).toMatch(/^(50:00|4\d:\d\d)$/);
      await eventually(async () => (await timer.innerText()) !== shown, 'the time to run');
      await harness.setLifetime(payment, 2);
      await look(page);
      await page.locator('.requisites').waitFor({ state: 'hidden' });
      await waitForHeading(page, 'The time to pay is over');
      await page.getByText('No transfer came').waitFor();
      await expectNothingToPay(page, payment);
    });
  });
});

test('the time is the server’s, whatever the payer’s clock says', async () => {
  const payment = await harness.link();
  await harness.setLifetime(payment, 3_000);
  const { page, end } = await harness.visit('about:blank');
  await page.addInitScript('window.shift = 2e11; const now = Date.now; Date.now = () => now() + window.shift;');
  await page.goto(payment.payment_url);
  const time = () => page.getByRole('timer').innerText();
  expect(await time()).toMatch(/^(50:00|4\d:\d\d)$/);
  // A clock that jumps: rather nothing to pay than what may be over, as long as the server cannot be asked.
  await page.route('**/view?*', (route) => route.abort());
  await page.evaluate('window.shift += 6_000_000');
  await page.locator('.requisites').waitFor({ state: 'hidden' });
  await page.getByText('Do not send money').waitFor();
  await page.getByText('No connection').waitFor();
  await page.unroute('**/view?*');
  await look(page);
  await page.locator('.requisites').waitFor({ state: 'visible' });
  await page.getByText('No connection').waitFor({ state: 'hidden' });
  expect(await time()).toMatch(/^(50:00|4\d:\d\d)$/);
  await harness.setLifetime(payment, 1_200);
  await look(page);
  await eventually(async () => /^(20:00|1\d:\d\d)$/.test(await time()), 'the time of the server');
  await end();
});

describe('a receipt', () => {
  test('that is good leads over the review to paid', async () => {
    const payment = await harness.link('1000.54', 'WT_RUB_PHONE');
    await stay(payment, async (page) => {
      await send(page, receiptFile(payment));
      await waitForHeading(page, 'Paid');
      await expectNothingToPay(page, payment);
    });
  });

  test.each([
    ['suspicious', '1000.55'],
    ['not terminal', '1000.56'],
  ])('that a review finds %s stays under review for the payer', async (_finding, amount) => {
    const payment = await harness.link(amount, 'WT_RUB_PHONE');
    await stay(payment, async (page) => {
      await send(page, receiptFile(payment));
      await page.getByRole('heading', { name: 'Checking your receipt' }).waitFor();
      expect((await harness.reviewOf(payment)).status).toBe('manual_check');
      await look(page);
      expect(await headingOf(page)).toBe('Checking your receipt');
      expect(await page.content()).not.toMatch(/manual|fake|suspicious|terminal/i);
      await expectNothingToPay(page, payment);
    });
  });

  test('that is no PDF is taken with a warning, asked for again, and the next one decides', async () => {
    const payment = await harness.link('1000.54', 'WT_RUB_PHONE');
    await stay(payment, async (page) => {
      await page.locator('#receipt').setInputFiles(screenshotFile());
      expect(await page.getByRole('alert').filter({ hasText: 'PDF' }).innerText()).toContain('checked by hand');
      await page.getByRole('button', { name: 'Send the receipt' }).click();
      await page.getByRole('heading', { name: 'Checking your receipt' }).waitFor();
      await harness.askAgain(payment);
      await waitForHeading(page, 'Another receipt is needed');
      expect(await page.locator('.requisites').isVisible()).toBe(false);
      await send(page, receiptFile(payment));
      await waitForHeading(page, 'Paid');
    });
  });

  test('that an operator rejects ends the payment', async () => {
    const payment = await harness.link('1000.55', 'WT_RUB_PHONE');
    await stay(payment, async (page) => {
      await send(page, receiptFile(payment));
      await harness.reject(payment);
      await waitForHeading(page, 'Receipt not accepted');
      await expectNothingToPay(page, payment);
    });
  });

  test('that an operator approves with less says how much', async () => {
    const payment = await harness.link('1000.55', 'WT_RUB_PHONE');
    await stay(payment, async (page) => {
      await send(page, receiptFile(payment));
      await harness.approve(payment, '999.00');
      await waitForHeading(page, 'Part of the amount was received');
    });
  });

  test('that is too large is not even sent', async () => {
    const payment = await harness.link('1000.54', 'WT_RUB_PHONE');
    await stay(payment, async (page) => {
      const posts: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
      await page.locator('#receipt').setInputFiles(receiptFile(payment, 10 * 1024 * 1024 + 1));
      await page.getByText('larger than 10 MB').waitFor();
      await page.getByRole('button', { name: 'Send the receipt' }).click();
      expect(posts).toEqual([]);
      await send(page, receiptFile(payment));
      await waitForHeading(page, 'Paid');
      expect(posts).toHaveLength(1);
    });
  });

  test('that cannot be sent stays chosen, and is sent again', async () => {
    const payment = await harness.link('1000.54', 'WT_RUB_PHONE');
    const { page, end } = await harness.visit(payment.payment_url);
    await page.route('**/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await send(page, receiptFile(payment));
    await page.getByText('could not be sent').waitFor();
    await page.unroute('**/*');
    await look(page);
    await page.getByRole('button', { name: 'Send the receipt' }).click();
    await waitForHeading(page, 'Paid');
    await end();
  });

  test('shows how far it is, and nothing is asked meanwhile', async () => {
    const payment = await harness.link('1000.54', 'WT_RUB_PHONE');
    await stay(payment, async (page) => {
      let letGo: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const asked: string[] = [];
      await page.route('**/*', async (route) => {
        if (route.request().method() === 'POST') await held;
        else asked.push(route.request().url());
        await route.continue();
      });
      await send(page, receiptFile(payment, 200_000));
      await page.locator('#receipt-progress').waitFor();
      expect(await page.getByRole('button', { name: 'Send the receipt' }).isDisabled()).toBe(true);
      await look(page);
      expect(asked).toEqual([]);
      letGo();
      await waitForHeading(page, 'Paid');
    });
  });

  test('that is chosen, and whatever has the focus, outlasts looking for news', async () => {
    const payment = await harness.link('1000.54', 'WT_RUB_PHONE');
    await stay(payment, async (page) => {
      await page.locator('#receipt').setInputFiles(receiptFile(payment));
      await page.locator('#receipt').focus();
      const answered = page.waitForResponse(
        (response) => response.url().includes('/view') && response.status() === 204,
      );
      await look(page);
      await answered;
      expect(await page.evaluate('document.activeElement.id')).toBe('receipt');
      expect(await page.evaluate('document.getElementById("receipt").files.length')).toBe(1);
    });
  });
});

describe('without scripts', () => {
  const withoutScripts = { javaScriptEnabled: false, locale: 'ru-RU' };

  test('a page shows where to pay, and what has changed when it is loaded again', async () => {
    const payment = await harness.link();
    const { page, watch, end } = await harness.visit(payment.payment_url, withoutScripts);
    expect(await headingOf(page)).toBe('К оплате 1 000,58 ₽');
    expect(await page.locator('.requisites .value').first().innerText()).toBe(
      payment.number!.replace(/(\d{4})(?=\d)/g, '$1 '),
    );
    expect(await page.locator('button:visible').count()).toBe(0);
    await harness.report(payment, 'paid', '1000.58');
    await page.reload();
    expect(await headingOf(page)).toBe('Оплачено');
    expect(watch).toEqual(nothingWrong);
    await end();
  });

  test('a receipt is uploaded by a plain form, and the page loads itself until it is decided', async () => {
    const payment = await harness.link('1000.54', 'WT_RUB_PHONE');
    const { page, watch, end } = await harness.visit(payment.payment_url, withoutScripts);
    await page.locator('#receipt').setInputFiles(receiptFile(payment));
    await page.getByRole('button', { name: 'Отправить чек' }).click();
    await page.getByRole('heading', { name: 'Оплачено' }).waitFor();
    expect(page.url()).toBe(payment.payment_url);
    await expectNothingToPay(page, payment);
    expect(watch).toEqual(nothingWrong);
    await end();
  });

  test('one that is too large is told so, on the page with everything on it', async () => {
    const payment = await harness.link('1000.54', 'WT_RUB_PHONE');
    const { page, end } = await harness.visit(payment.payment_url, withoutScripts);
    await page.locator('#receipt').setInputFiles(receiptFile(payment, 10 * 1024 * 1024 + 1));
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.getByRole('button', { name: 'Отправить чек' }).click();
    expect((await answered).status()).toBe(413);
    await page.getByText('Файл больше 10 МБ').waitFor();
    await page.locator('#receipt').setInputFiles(receiptFile(payment));
    await page.getByRole('button', { name: 'Отправить чек' }).click();
    await page.getByRole('heading', { name: /Проверяем чек|Оплачено/ }).waitFor();
    await end();
  });

  test('the language is switched by a link, and stays', async () => {
    const payment = await harness.link('1000.54', 'WT_RUB_PHONE');
    const { page, end } = await harness.visit(payment.payment_url, withoutScripts);
    await page.getByRole('link', { name: 'Eng' }).click();
    await page.getByRole('heading', { name: 'To pay' }).waitFor();
    await page.locator('#receipt').setInputFiles(receiptFile(payment));
    await page.getByRole('button', { name: 'Send the receipt' }).click();
    await page.getByRole('heading', { name: /Checking your receipt|Paid/ }).waitFor();
    expect(page.url()).toBe(`${payment.payment_url}?lang=en`);
    await end();
  });
});

test('a payment that was created without a page has none, until one is asked for', async () => {
  const body = {
    merchant_operation_id: 'pageless',
    client_id: 'payer',
    method: 'WT_RUB_C2C',
    amount: '1000.58',
    currency: 'RUB',
  };
  const created = (await harness.ask('/v1/payment', body)) as Link;
  const address = `${harness.url}/pay/${created.operation_id}`;
  const { page, end } = await harness.visit(address);
  expect(await headingOf(page)).toBe('There is no payment here');
  expect(await page.content()).not.toContain(created.number!);
  await harness.ask('/v1/payment/link', body);
  await page.reload();
  expect(await headingOf(page)).toBe('To pay ₽1,000.58');
  await end();
});
