import type { ShownReview } from '#features/receipts';
import { describeFindings } from './describe-findings.ts';
import { formatTable, formatTime } from './format-table.ts';
import { printable } from './printable.ts';

const moneyText = (amount: string, currency: string): string => `${amount} ${currency}`;

const whyHere = ({ status, reason, submissions }: ShownReview['review']): string => {
  if (status === 'awaiting_confirmation') return `under review by its provider (given to it ${submissions} times)`;
  return reason === 'not_terminal'
    ? 'not_terminal: the transfer is not finished, or the file cannot be read; no sign of fraud'
    : 'potential_fake: the file may be forged';
};

const destinationOf = ({ number, payment }: ShownReview): string =>
  [number ?? 'shredded', payment.holder_name, payment.bankname]
    .filter((part) => part !== null)
    .map(printable)
    .join(', ');

const factsOf = (shown: ShownReview): (readonly [string, string])[] => {
  const { review, payment } = shown;
  return [
    ['Payment', review.operation_id],
    ['Shop', review.shop],
    ['Identifier', printable(review.merchant_operation_id)],
    ['Client', printable(payment.client_id)],
    ['Created', formatTime(payment.created_at)],
    ['Expected', moneyText(review.expected_amount, review.currency)],
    ['Destination', `${destinationOf(shown)} (${payment.method})`],
    ['Provider', `${review.provider_id}, attempt ${review.attempt_id}`],
    ['Reported', `${moneyText(review.paid_amount, review.currency)} so far`],
    ['Reason', whyHere(review)],
    ['File', `${review.file_id}, ${review.size_bytes} bytes, in ${review.storage}`],
    ['Uploaded', formatTime(review.uploaded_at)],
  ];
};

const describeFirstUse = ({ firstUse }: ShownReview): string[] => {
  if (firstUse === null) return [];
  const { operation_id: operationId, shop, status, expected_amount: amount, currency } = firstUse;
  const what = `${status}, ${moneyText(amount, currency)}`;
  return [`The same file was uploaded before for the payment ${operationId} of the shop ${shop} (${what}).`];
};

const describeOtherFiles = ({ otherFiles }: ShownReview): string[] =>
  otherFiles.map(
    ({ file_id: fileId, verdict, size_bytes: sizeBytes, uploaded_at: at }) =>
      `Another file of this payment: ${fileId}, ${verdict}, ${sizeBytes} bytes, ${formatTime(at)}.`,
  );

const noteOf = (after: ShownReview['history'][number]['after']): string =>
  typeof after?.['note'] === 'string' ? `: ${printable(after['note'])}` : '';

const describeHistory = ({ history }: ShownReview): string[] =>
  history.map(
    ({ actor, action, after, created_at: at }) => `${formatTime(at)} ${printable(actor)} ${action}${noteOf(after)}`,
  );

const block = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `\n\n${title}\n${lines.map((line) => `  ${line}`).join('\n')}`;

/** A review for people, in full. */
export const formatReview = (shown: ShownReview): string => {
  const { review } = shown;
  const facts = factsOf(shown).map(([name, value]) => [`${name}:`, value]);
  const found = describeFindings(review.findings, moneyText(review.expected_amount, review.currency));
  return (
    formatTable(facts[0] ?? [], facts.slice(1)) +
    block('What we found in the file', [...found, ...describeFirstUse(shown), ...describeOtherFiles(shown)]) +
    block('History', describeHistory(shown))
  );
};

/** The same for programs. */
export const reviewToJson = ({ review, payment, number, firstUse, otherFiles, history }: ShownReview) => ({
  shop: review.shop,
  operationId: review.operation_id,
  merchantOperationId: review.merchant_operation_id,
  clientId: payment.client_id,
  createdAt: payment.created_at,
  status: review.status,
  reason: review.reason,
  method: payment.method,
  expectedAmount: review.expected_amount,
  reportedAmount: review.paid_amount,
  currency: review.currency,
  destination: { number, name: payment.holder_name, bankname: payment.bankname },
  providerId: review.provider_id,
  attemptId: review.attempt_id,
  file: {
    fileId: review.file_id,
    sha256: review.digest.toString('hex'),
    sizeBytes: review.size_bytes,
    storage: review.storage,
    uploadedAt: review.uploaded_at,
    submissions: review.submissions,
    findings: review.findings,
  },
  firstUse: firstUse && {
    shop: firstUse.shop,
    operationId: firstUse.operation_id,
    status: firstUse.status,
    expectedAmount: firstUse.expected_amount,
    currency: firstUse.currency,
  },
  otherFiles: otherFiles.map((file) => ({
    fileId: file.file_id,
    verdict: file.verdict,
    sizeBytes: file.size_bytes,
    uploadedAt: file.uploaded_at,
  })),
  history: history.map(({ created_at: at, ...entry }) => ({ at, ...entry })),
});
