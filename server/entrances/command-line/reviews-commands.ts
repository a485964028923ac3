import { InvalidArgumentError, type Command } from 'commander';
import type { ReviewRow } from '#features/receipts';
import { isUuid } from '#platform/ids';
import { decimal, type Decimal } from '#platform/money';
import type { Uses } from './compose.ts';
import { decide, type DecideOptions } from './review-decision-commands.ts';
import { formatTable, formatTime } from './format-table.ts';
import { formatReview, reviewToJson } from './print-review.ts';
import { writeNewFile } from './write-new-file.ts';
import { printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'reviews'>;

const parseId = (text: string): string => {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError('Give a payment as `turnpike reviews list` shows it.');
};

const parseAmount = (text: string): Decimal => {
  if (/^(?!0*(\.0*)?$)\d{1,9}(\.\d{1,2})?$/.test(text)) return decimal(text);
  throw new InvalidArgumentError('Give an amount such as 1000.00.');
};

const toItem = (review: ReviewRow) => ({
  shop: review.shop,
  operationId: review.operation_id,
  merchantOperationId: review.merchant_operation_id,
  providerId: review.provider_id,
  status: review.status,
  reason: review.reason,
  expectedAmount: review.expected_amount,
  currency: review.currency,
  fileId: review.file_id,
  verdict: review.findings.verdict,
  isUsedElsewhere: review.findings.isUsedElsewhere,
  uploadedAt: review.uploaded_at,
});

const header = ['SHOP', 'PAYMENT', 'PROVIDER', 'STATUS', 'REASON', 'EXPECTED', 'FILE', 'UPLOADED'];

const rowOf = (review: ReviewRow): string[] => [
  review.shop,
  review.operation_id,
  review.provider_id,
  review.status,
  review.reason ?? '',
  `${review.expected_amount} ${review.currency}`,
  review.findings.isUsedElsewhere ? `${review.findings.verdict}, used before` : review.findings.verdict,
  formatTime(review.uploaded_at),
];

type ListOptions = { readonly shop?: string; readonly all?: boolean; readonly json?: boolean };

const list = async (needs: Needs, { shop: name, all, json }: ListOptions): Promise<void> => {
  const { terminal } = needs;
  const shop = await needs.shops.requireIfNamed(name);
  const filter = { shopId: shop?.shopId ?? null, isWithProviders: all === true };
  const reviews = await needs.reviews.list(filter);
  if (json) return printJson(terminal, reviews.map(toItem));
  if (reviews.length === 0)
    return terminal.tell(all ? 'No receipt is under review.' : 'No receipt waits for a decision.');
  terminal.print(formatTable(header, reviews.map(rowOf)));
};

type ShowOptions = { readonly save?: string; readonly json?: boolean };

const save = async ({ terminal, reviews }: Needs, review: ReviewRow, path: string): Promise<void> => {
  await writeNewFile(path, () => reviews.viewReceipt(review));
  terminal.tell(`The receipt is in ${path}. It is personal data: delete it when you are done.`);
};

const show = async (needs: Needs, operationId: string, { save: path, json }: ShowOptions): Promise<void> => {
  const { terminal, reviews } = needs;
  const review = await reviews.require(operationId);
  if (path !== undefined) await save(needs, review, path);
  const shown = await reviews.show(review);
  if (json) return printJson(terminal, reviewToJson(shown));
  terminal.print(formatReview(shown));
};

const addDecision = (reviews: Command, name: string, description: string): Command =>
  reviews
    .command(name)
    .argument('<operation>', 'as `turnpike reviews list` shows it', parseId)
    .description(description)
    .option('--note <text>', 'why, for the audit log')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON');

export const addReviewsCommands = (reviews: Command, needs: Needs): void => {
  reviews
    .command('list')
    .description('show the payments whose receipt waits for a decision, the oldest receipt first')
    .option('--shop <name>', 'of this shop only')
    .option('--all', 'show those as well that their providers are reviewing')
    .option('--json', 'answer in JSON')
    .action((options: ListOptions) => list(needs, options));
  reviews
    .command('show')
    .argument('<operation>', 'as `turnpike reviews list` shows it', parseId)
    .description('show what is known about a receipt under review')
    .option('--save <file>', 'write the receipt into this new file; the audit log says that you did')
    .option('--json', 'answer in JSON')
    .action((operation: string, options: ShowOptions) => show(needs, operation, options));
  addDecision(reviews, 'approve', 'take a receipt for good: the payment is completed')
    .requiredOption('--amount <amount>', 'what arrived', parseAmount)
    .action((operation: string, options: DecideOptions & { readonly amount: Decimal }) =>
      decide(needs, operation, { way: 'approve', amount: options.amount }, options),
    );
  addDecision(reviews, 'reject', 'take a receipt for worthless: the payment is cancelled').action(
    (operation: string, options: DecideOptions) => decide(needs, operation, { way: 'reject' }, options),
  );
  addDecision(reviews, 'ask-again', 'ask the payer for another receipt').action(
    (operation: string, options: DecideOptions) => decide(needs, operation, { way: 'ask-again' }, options),
  );
};
