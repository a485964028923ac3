import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { components } from '#generated/v1/types';
import { createPaymentFactsStore } from '#features/payments';
import { approveReview, askForReceiptAgain, createReviewsStore, rejectReview } from '#features/receipts';
import { decimal } from '#platform/money';
import type { Provider, ProviderReports } from '#providers';
import { createTestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import { receiptPdf } from '#test/support/receipt-pdf';
import { startTestServer } from '#test/support/server';
import { createTestShop } from '#test/support/shop';
import { tester } from '#test/support/operators';
import { openBrowser, openContext, phone, watchPages, type Watch } from './open-browser.ts';

export type Link = components['schemas']['PaymentLinkOperation'];

export type Visit = { readonly page: Page; readonly watch: Watch; readonly end: () => Promise<void> };

const visitIn =
  (browser: Browser, url: string) =>
  async (address: string, options: BrowserContextOptions = {}): Promise<Visit> => {
    const context = await openContext(browser, { viewport: phone, locale: 'en-GB', ...options });
    const watch = watchPages(context, url);
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'load' });
    return { page, watch, end: () => context.close() };
  };

/** A gateway whose payers are the test, a browser, and everybody else who has a say in a payment. */
export const createCheckoutHarness = async () => {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const shop = await createTestShop(database);
  const reports: ProviderReports[] = [];
  const [browser, server] = await Promise.all([
    openBrowser(),
    startTestServer(testDatabase.url, {}, (provider, reportTo) => {
      reports.push(reportTo);
      // No payer pays whole roubles either: a page that opens late would find nothing to pay.
      const createPayment: Provider['createPayment'] = (order, signal) => {
        const { amount, currency } = order.amount;
        const asked = { amount: amount.mod('1').eq('0') ? amount.plus('0.58') : amount, currency };
        return provider.createPayment({ ...order, amount: asked }, signal);
      };
      return { ...provider, createPayment };
    }),
  ]);
  const ask = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'x-api-key': shop.apiKey, 'content-type': 'application/json' };
    const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
  /** By default it is not paid. */
  const link = async (amount = '1000.58', method = 'WT_RUB_C2C'): Promise<Link> => {
    const body = { merchant_operation_id: randomUUID(), client_id: 'payer', method, amount, currency: 'RUB' };
    return (await ask('/v1/payment/link', body)) as Link;
  };
  const rowOf = async ({ operation_id: id }: Link) =>
    (await database('operations').where({ operation_id: id }).first()) as {
      readonly attempt_id: string;
      readonly status: string;
    };
  /** What the provider says of the order. */
  const report = async (payment: Link, state: 'paid' | 'failed', total = '0.00'): Promise<void> => {
    const { attempt_id: attemptId } = await rowOf(payment);
    const attempt = { shopId: shop.shopId, attemptId: attemptId as never };
    await reports[0]!.report({ attempt, state, paidTotal: decimal(total), evidence: [] });
  };
  const reviews = createReviewsStore(database);
  const deciding = { reviews, facts: createPaymentFactsStore(database) };
  const decision = { actor: tester, note: null };
  /** What an operator decides, once the receipt is in their hands. */
  const reviewOf = (payment: Link) =>
    eventually(async () => {
      const review = await reviews.find(payment.operation_id);
      return review?.status === 'manual_check' && review;
    }, 'a receipt for an operator');
  return {
    url: server.url,
    database,
    shop,
    ask,
    link,
    rowOf,
    report,
    cancel: ({ operation_id: id }: Link) => ask('/v1/cancel_operation', { operation_id: id }),
    approve: async (payment: Link, amount: string) =>
      approveReview(deciding, await reviewOf(payment), decimal(amount), decision),
    askAgain: async (payment: Link) => askForReceiptAgain(deciding, await reviewOf(payment), decision),
    reject: async (payment: Link) => rejectReview(deciding, await reviewOf(payment), decision),
    reviewOf,
    setLifetime: ({ operation_id: id }: Link, seconds: number) =>
      database('operations')
        .where({ operation_id: id })
        .update({ expires_at: database.raw(`now() + make_interval(secs => ?)`, [seconds]) }),
    visit: visitIn(browser, server.url),
    strike: async (): Promise<void> => {
      await browser.close();
      await server.stop();
      await testDatabase.drop();
    },
  };
};

export type CheckoutHarness = Awaited<ReturnType<typeof createCheckoutHarness>>;

type Attached = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

/** As the payer's bank issues it; no two are the same file. */
export const receiptFile = ({ expected_amount: amount, number = '' }: Link, sizeBytes = 0): Attached => ({
  name: 'receipt.pdf',
  mimeType: 'application/pdf',
  buffer: receiptPdf({ amount, number, nonce: randomUUID(), sizeBytes }),
});

export const screenshotFile = (): Attached => ({
  name: 'screenshot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(`no PDF ${randomUUID()}`),
});

/** The page asks what is new now, rather than at its next turn. */
export const look = (page: Page): Promise<void> => page.evaluate(`window.htmx && htmx.trigger(document.body, 'look')`);

export const headingOf = async (page: Page): Promise<string> =>
  (await page.locator('h1').innerText()).replace(/\s+/g, ' ');

/** Waits until the page, which is not loaded again, says this. It asks more often than by itself, but not too often. */
export const waitForHeading = (page: Page, heading: string): Promise<unknown> =>
  eventually(async () => {
    if ((await headingOf(page)) === heading) return true;
    await look(page);
    await page.waitForTimeout(100);
    return false;
  }, `the heading "${heading}"`);
