import { describe, expect, it } from '@jest/globals';
import { isFinal, isPayable } from '#features/checkout';
import { pageIn, pagesInEveryState, requisites } from './hosted-page-fixture.ts';
import { renderFragment, renderNotice, renderPage } from './render-page.ts';
import { languages, type Language, type Notice } from './texts.ts';
import { texts } from './translations.ts';

const choiceOf = (language: Language) => ({ language, query: '' });
const hostile = '<script>alert("1")</script>\'&';

const everyPage = languages.flatMap((language) =>
  Object.entries(pagesInEveryState).map(([state, page]) => ({ state, language, page })),
);

const escapedReturnUrl = 'https://shop.example/orders/184?from=page&amp;step=2';

/** What a payer could be paid with, in any form that the page writes it. */
const secrets = [requisites.number, '2200 0000 0000 0012', requisites.name, 'Т-Банк', 'T-Bank', requisites.bankname];

describe.each(everyPage)('the page in the state $state in $language', ({ page, language }) => {
  const html = renderPage('/pay', page, choiceOf(language));

  it('is whole: every place is filled, in this language', () => {
    expect(html).toContain(`<html lang="${language}">`);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toMatch(/undefined|null|NaN|\[object|<%/);
  });

  it('shows where to pay only while there is something to pay', () => {
    const shown = secrets.filter((secret) => html.includes(secret));
    if (isPayable(page)) expect(shown).toContain(requisites.number);
    else expect(shown).toEqual([]);
  });

  it('has no script or style of its own, and names no other host', () => {
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|<style/);
    expect(
      [...html.matchAll(/(?:src|href|action)="([^"]*)"/g)].filter(
        ([, address]) => !address?.startsWith('/pay/') && address !== escapedReturnUrl,
      ),
    ).toEqual([]);
  });

  it('says what it is for', () => {
    expect(html).toContain('Order 184: two tickets');
    expect(renderPage('/pay', { ...page, description: null }, choiceOf(language))).not.toMatch(/class="what"|null/);
  });

  it('has a short reference that can be copied, and is the end of the payment’s id', () => {
    expect(html).toContain(`data-copy="${page.operationId.slice(-8)}"`);
  });

  it('lists what was asked for wherever the heading does not', () => {
    const amounts = html.split(language === 'ru' ? '12\u00a0500,54\u00a0₽' : '₽12,500.54').length - 1;
    expect(amounts).toBeGreaterThanOrEqual(1);
  });

  it('leads back to the shop once it is over, by a click and without a trace', () => {
    const link = `<a href="${escapedReturnUrl}" rel="noopener noreferrer"`;
    expect(html.includes(link)).toBe(isFinal(page));
    expect(html.split('shop.example')).toHaveLength(isFinal(page) ? 2 : 1);
    expect(renderPage('/pay', { ...page, returnUrl: null }, choiceOf(language))).not.toContain(
      texts[language].backToShop,
    );
  });

  it('asks for what is new exactly as long as something can come', () => {
    expect(html.includes('hx-get=')).toBe(!isFinal(page));
    expect(html.includes('http-equiv="refresh"')).toBe(!isFinal(page));
  });
});

it('escapes whatever others have named', () => {
  const page = {
    ...pageIn('pay_and_upload'),
    payee: hostile,
    description: hostile,
    destination: { number: hostile, name: hostile, bankname: hostile, banknameDetails: hostile },
  };
  for (const html of [renderPage('/pay', page, choiceOf('ru')), renderFragment('/pay', page, choiceOf('ru')).html()]) {
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;');
  }
});

it('reloads a page with a file to choose only when nothing can be uploaded any more', () => {
  const secondsOf = (state: string) =>
    /http-equiv="refresh" content="(\d+)"/.exec(renderPage('/pay', pageIn(state), choiceOf('ru')))?.[1];
  expect(['pay', 'pay_and_upload', 'upload_again', 'under_review'].map(secondsOf)).toEqual(['10', '1791', '1791', '5']);
});

it.each(languages)('has other words for every way in which a payment ends without money, in %s', (language) => {
  const ends = Object.values(texts[language].cancelled);
  expect(new Set(ends.map(({ heading }) => heading)).size).toBe(ends.length);
});

it('says that time is short in words, for the last two minutes', () => {
  const isSoon = (remainingSeconds: number) =>
    renderPage('/pay', { ...pageIn('pay'), remainingSeconds } as ReturnType<typeof pageIn>, choiceOf('en')).includes(
      'time soon',
    );
  expect([121, 120, 1].map(isSoon)).toEqual([false, true, true]);
});

it('says what is wrong with a file once, beside it and tied to it', () => {
  const html = renderPage('/pay', pageIn('pay_and_upload'), choiceOf('en'), 'no_file');
  const words = texts.en.troubles.no_file;
  expect(html).toContain(`<p id="receipt-message" class="message" role="alert">${words}</p>`);
  expect(html.split(`>${words}<`)).toHaveLength(2);
  expect(html).toMatch(/<input type="file"[^>]*aria-describedby="[^"]*receipt-message[^>]*aria-invalid="true"/);
  expect(renderPage('/pay', pageIn('paid'), choiceOf('en'), 'no_file').split(`>${words}<`)).toHaveLength(2);
});

it('names the state anew for whatever the payer would see, and not for the time', () => {
  const stateOf = (page: typeof fresh, language: Language = 'ru') =>
    renderFragment('/pay', page, choiceOf(language)).state;
  const fresh = pageIn('pay');
  expect(stateOf({ ...fresh, remainingSeconds: 3 } as typeof fresh)).toBe(stateOf(fresh));
  const all = everyPage.map(({ page, language }) => stateOf(page, language));
  expect(new Set(all).size).toBe(all.length);
});

it('says how much was received where it is not what was asked', () => {
  const textOf = (state: string) => renderPage('/pay', pageIn(state), choiceOf('en'));
  expect(textOf('paid')).toContain('₽12,500.54');
  expect(textOf('paid_less')).toContain('Received: ₽500.00 of ₽12,500.54.');
  expect(textOf('paid_more')).toContain('Received: ₽13,000.00, which is more than ₽12,500.54.');
});

it('tells a payer of test shops that it is a test, and no other', () => {
  expect(renderPage('/pay', { ...pageIn('pay'), isTest: true }, choiceOf('en'))).toContain(texts.en.test);
  expect(renderPage('/pay', pageIn('pay'), choiceOf('en'))).not.toContain(texts.en.test);
});

it.each(
  languages.flatMap((language) => Object.keys(texts.en.notices).map((kind) => ({ language, kind: kind as Notice }))),
)('has a page that says $kind in $language', ({ language, kind }) => {
  const html = renderNotice('/pay', '/pay/nobody', choiceOf(language), kind);
  expect(html).toContain(texts[language].notices[kind].heading);
  expect(html).not.toMatch(/undefined|null|\[object|<%/);
});
