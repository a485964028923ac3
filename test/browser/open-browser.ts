import sparticuz from '@sparticuz/chromium';
import { patienceMs } from '#test/support/patience';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core';

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 800 };

// With one process for everything, closing a context ends the browser.
const args = sparticuz.args.filter((argument) => argument !== '--single-process');

/** The Chromium that npm installed: nothing is downloaded, and its arguments let it run as root and in a container. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await sparticuz.executablePath(), args, headless: true });

/** Nothing in it waits less long than all else does. */
export const openContext = async (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> => {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patienceMs);
  return context;
};

export type Watch = {
  /** Errors of the console and of scripts. */
  readonly errors: readonly string[];
  /** Addresses that were asked for on another host. */
  readonly outside: readonly string[];
};

/** Notes what must not happen on any page of the context. */
export const watchPages = (context: BrowserContext, url: string): Watch => {
  const errors: string[] = [];
  const outside: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  context.on('weberror', (error) => {
    errors.push(error.error().message);
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin) outside.push(request.url());
  });
  return { errors, outside };
};
