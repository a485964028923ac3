import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { assetAddresses } from './assets.ts';
import type { Choice } from './choose-language.ts';
import { describePage, type PageView } from './describe-page.ts';
import type { HostedPage } from '#features/checkout';
import type { Notice, Trouble } from './texts.ts';
import { texts } from './translations.ts';

const maxReceiptBytes = 10 * 1024 * 1024;

let opened: Eta | undefined;

// Escapes whatever a template puts out, but for other templates. Templates are read once, each at its first use.
const views = (): Eta =>
  (opened ??= new Eta({
    views: fileURLToPath(new URL('.', import.meta.resolve('#files/checkout-views/hosted-page.eta'))),
    cache: true,
  }));

/** How long a browser without scripts waits before it loads the page again; null: it does not. */
const reloadSecondsOf = (view: PageView): number | null => {
  if (view.isFinal) return null;
  if (view.layout === 'outcome') return 5;
  // A file that was chosen would be lost: the page waits until nothing can be uploaded any more.
  return view.step === 'pay' ? Math.min(10, view.remainingSeconds + 1) : view.remainingSeconds + 1;
};

const frameOf = (path: string, { language, query }: Choice) => ({
  language,
  query,
  text: texts[language],
  assets: assetAddresses(path),
});

const modelOf = (path: string, page: HostedPage, choice: Choice) => {
  const view = describePage(page, choice.language);
  const frame = frameOf(path, choice);
  return {
    ...frame,
    view,
    payee: view.payee,
    isTest: view.isTest,
    operationId: view.operationId,
    address: `${path}/${view.operationId}`,
    title: frame.text.pageTitle(view.heading, view.payee),
    isLive: !view.isFinal,
    maxReceiptBytes,
  };
};

export const renderPage = (path: string, page: HostedPage, choice: Choice, trouble: Trouble | null = null): string => {
  const model = modelOf(path, page, choice);
  const isStill = trouble !== null;
  const words = isStill ? model.text.troubles[trouble] : null;
  // Said once: beside the file where one can be chosen, else above everything.
  const isAtFile = trouble !== 'wrong_state' && model.view.layout === 'payable' && model.view.step !== 'pay';
  return views().render('./hosted-page', {
    ...model,
    trouble: isAtFile ? null : words,
    fileTrouble: isAtFile ? words : null,
    // Loading it again would send the receipt again.
    reloadSeconds: isStill ? null : reloadSecondsOf(model.view),
  });
};

export type Fragment = { readonly state: string; readonly html: () => string };

/** What changes of a page, and the name of how it is now. */
export const renderFragment = (path: string, page: HostedPage, choice: Choice): Fragment => {
  const model = modelOf(path, page, choice);
  return { state: model.view.state, html: () => views().render('./fragment', model) };
};

export const renderTrouble = ({ language }: Choice, trouble: Trouble): string =>
  views().renderString('<%= it.message %>', { message: texts[language].troubles[trouble] });

/** A page without a payment. */
export const renderNotice = (path: string, address: string, choice: Choice, kind: Notice): string => {
  const frame = frameOf(path, choice);
  const notice = frame.text.notices[kind];
  return views().render('./notice', {
    ...frame,
    notice,
    title: notice.heading,
    address,
    payee: null,
    isTest: false,
    operationId: null,
    isLive: false,
    reloadSeconds: null,
  });
};
