export { confirmOnPage, type ConfirmOnPageNeeds } from './confirm-on-page.ts';
export { createPaymentLink, type CreatePaymentLinkNeeds, type PaymentLink } from './create-payment-link.ts';
export { isFinal, isPayable, type HostedPage, type Step } from './hosted-page.ts';
export { createPagesStore, type PagesStore } from './pages-store.ts';
export { readPage, type ReadPageNeeds } from './read-page.ts';
