import type { Texts } from './texts.ts';

const again = 'To pay, go back to the shop and start again.';

export const english: Texts = {
  pageTitle: (heading, payee) => `${heading} · ${payee}`,
  test: 'Test payment: do not send real money',
  payee: 'Payment to',
  toPay: 'To pay',
  remaining: 'Time left',
  soon: 'Less than two minutes left: do not start a transfer that you cannot finish in time.',
  remainingAtOpening: '(when this page was opened)',
  headings: {
    upload_again: 'Another receipt is needed',
    under_review: 'Checking your receipt',
    expiring: 'The time to pay is over',
  },
  transferStep: 'Transfer the money',
  exactAmount: 'Exactly this amount, in one transfer, from your bank’s app.',
  againLines: [
    'The receipt that you uploaded does not confirm the payment. Please upload the receipt of a completed transfer.',
    'If you have sent the money, do not send it again: only the receipt is needed.',
  ],
  againDetails: 'Where to pay, if you have not yet',
  labels: {
    card: 'Card number',
    phone: 'Phone number',
    account: 'Account number',
    bank: 'Bank',
    holder: 'Recipient',
    amount: 'Amount',
  },
  copy: 'Copy',
  copied: 'Copied',
  waiting: 'Waiting for your transfer. This page changes by itself.',
  waitingStill: 'Waiting for your transfer. This page reloads every 10 seconds.',
  over: 'The time to pay is over. Do not send money to this destination.',
  uploadStep: 'Upload the receipt',
  uploadHint: 'Save the receipt of the transfer in your bank’s app and upload it here: a PDF of up to 10 MB.',
  file: 'Receipt file',
  chooseFile: 'Choose a file',
  chooseOther: 'Choose another',
  noFile: 'No file chosen yet',
  checkFile: 'Is this the right receipt? Then send it.',
  send: 'Send the receipt',
  sending: 'Sending the receipt…',
  checking: 'Sent, taking it in…',
  notPdf: 'This does not look like a PDF. Such a file has to be checked by hand, which takes longer.',
  refresh: 'Reload the page',
  underReview: [
    'We have your receipt. There is nothing more to do, and you may close this page.',
    'The result will appear here, and the shop will know it, too.',
  ],
  expiring: [
    'We are checking whether your transfer came in time. The result will appear here.',
    'Do not send money to the destination of this payment.',
  ],
  paid: { heading: 'Paid', lines: ['The shop hears of it by itself. You may close this page.'] },
  paidLess: (received, asked) => ({
    heading: 'Part of the amount was received',
    lines: [
      `Received: ${received} of ${asked}.`,
      'Please settle the rest, or a refund, with the shop: nothing more can be paid here.',
    ],
  }),
  paidMore: (received, asked) => ({
    heading: 'Paid',
    lines: [`Received: ${received}, which is more than ${asked}. Ask the shop to return the difference.`],
  }),
  cancelled: {
    merchant: { heading: 'Payment cancelled', lines: ['The shop has cancelled this payment.'] },
    declined: {
      heading: 'Nobody could take this payment',
      lines: [`The shop’s payment partner has declined it. ${again}`],
    },
    failed: { heading: 'The payment failed', lines: [`It broke off while it was being carried out. ${again}`] },
    expired: { heading: 'The time to pay is over', lines: [`No transfer came. ${again}`] },
    receipt_rejected: { heading: 'Receipt not accepted', lines: ['The receipt does not confirm the payment.'] },
  },
  doNotPay:
    'Do not send money to the destination of this payment. If you have sent it already, contact the shop and tell them the payment reference.',
  backToShop: 'Back to the shop',
  order: 'Order',
  reference: 'Payment reference',
  help: 'Something wrong? Contact the shop and tell them the payment reference.',
  paymentNumber: 'Payment number',
  offline: 'No connection. This page goes on as soon as there is one.',
  language: 'Language',
  troubles: {
    too_large: 'The file is larger than 10 MB. Please choose a smaller one.',
    no_file: 'Please choose the file with the receipt.',
    wrong_state: 'The receipt was not taken: the payment has changed meanwhile. This is how it is now.',
    too_often: 'Too many attempts. Please wait ten minutes and try again.',
    failed: 'The receipt could not be sent. Please try again.',
  },
  notices: {
    not_found: {
      heading: 'There is no payment here',
      lines: ['Check that the whole link was copied, or ask the shop for a new one.'],
    },
    not_allowed: {
      heading: 'This page cannot be opened so',
      lines: ['Please open the link that the shop gave you once more.'],
    },
    foreign: {
      heading: 'The receipt was not sent from this page',
      lines: ['Open the link that the shop gave you, and upload the receipt there.'],
    },
    too_often: { heading: 'Too many requests', lines: ['Please wait a little and open the page again.'] },
    failed: {
      heading: 'The page is not available right now',
      lines: ['Nothing has happened to the payment. Please open the page again in a minute.'],
    },
  },
};
