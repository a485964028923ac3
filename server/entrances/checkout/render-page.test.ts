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
    expect([...html.matchAll(/(?:src|href|action)="([^"]*)"/g)].filter(([, address]) => !address?.startsWith('/pay/'))).toEqual([]);
  });

  it('asks for what is new exactly as long as something can come', () => {
    expect(html.includes('hx-get=')).toBe(!isFinal(page));
    expect(html.includes('http-equiv="refresh"')).toBe(!isFinal(page));
  });
});

it('escapes whatever others have named', () => {
  const page = { ...pageIn('pay_and_upload'), payee: hostile, destination: { number: hostile, name: hostile, bankname: hostile, banknameDetails: hostile } };
  for (const html of [renderPage('/pay', page, choiceOf('ru')), renderFragment('/pay', page, choiceOf('ru')).html()]) {
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;');
  }
});

it('reloads a page with a file to choose only when nothing can be uploaded any more', () => {
  const secondsOf = (state: string) => /http-equiv="refresh" content="(\d+)"/.exec(renderPage('/pay', pageIn(state), choiceOf('ru')))?.[1];
  expect(['pay', 'pay_and_upload', 'upload_again', 'under_review'].map(secondsOf)).toEqual(['10', '1791', '1791', '5']);
});

it('names the state anew for whatever the payer would see, and not for the time', () => {
  const stateOf = (page: typeof fresh, language: Language = 'ru') => renderFragment('/pay', page, choiceOf(language)).state;
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

it.each(languages.flatMap((language) => Object.keys(texts.en.notices).map((kind) => ({ language, kind: kind as Notice }))))(
  'has a page that says $kind in $language',
  ({ language, kind }) => {
    const html = renderNotice('/pay', '/pay/nobody', choiceOf(language), kind);
    expect(html).toContain(texts[language].notices[kind].heading);
    expect(html).not.toMatch(/undefined|null|\[object|<%/);
  },
);
