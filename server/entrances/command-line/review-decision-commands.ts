import { assertDecidable, type ReviewRow } from '#features/receipts';
import { decimal, formatAmount, zero, type Decimal } from '#platform/money';
import type { Uses } from './compose.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'reviews'>;

export type DecideOptions = { readonly note?: string; readonly yes?: boolean; readonly json?: boolean };

type Choice = { readonly way: 'approve'; readonly amount: Decimal } | { readonly way: 'reject' | 'ask-again' };

/** What is asked and, once it is done, said. */
type Sentence = {
  readonly ask: string;
  readonly done: string;
  readonly status: 'completed' | 'cancelled' | 'awaiting_confirmation';
};

const sentenceOf = (review: ReviewRow, choice: Choice): Sentence => {
  const payment = `payment ${review.operation_id} of the shop ${review.shop}`;
  if (choice.way === 'approve') {
    const what = `the receipt of ${payment} with ${formatAmount(choice.amount, review.currency)} ${review.currency}`;
    return { ask: `Approve ${what}`, done: `Approved ${what}: the payment is completed`, status: 'completed' };
  }
  if (choice.way === 'reject') {
    const what = `the receipt of ${payment}`;
    return {
      ask: `Reject ${what}, and cancel the payment`,
      done: `Rejected ${what}: the payment is cancelled`,
      status: 'cancelled',
    };
  }
  const what = `the payer of ${payment} for another receipt`;
  return { ask: `Ask ${what}`, done: `Asked ${what}`, status: 'awaiting_confirmation' };
};

const warningOf = ({ expected_amount: expectedText, currency }: ReviewRow, amount: Decimal): string | null => {
  const difference = amount.minus(decimal(expectedText));
  if (difference.eq(zero)) return null;
  const text = `${formatAmount(difference.abs(), currency)} ${currency}`;
  return `Expected were ${expectedText} ${currency}: this is ${text} ${difference.gt(zero) ? 'more' : 'less'}.`;
};

const apply = ({ reviews }: Needs, review: ReviewRow, choice: Choice, note: string | null): Promise<void> => {
  if (choice.way === 'approve') return reviews.approve(review, choice.amount, note);
  return (choice.way === 'reject' ? reviews.reject : reviews.askAgain)(review, note);
};

/** Decides about the file that is under review now: another one that comes meanwhile is not decided about. */
export const decide = async (
  needs: Needs,
  operationId: string,
  choice: Choice,
  options: DecideOptions,
): Promise<void> => {
  const { terminal, reviews } = needs;
  const { note = null } = options;
  const review = await reviews.require(operationId);
  assertDecidable(review, { note });
  const { ask, done, status } = sentenceOf(review, choice);
  const warning = choice.way === 'approve' ? warningOf(review, choice.amount) : null;
  if (warning !== null) terminal.tell(warning);
  await confirm(terminal, `${ask}?`, options.yes === true);
  await apply(needs, review, choice, note);
  if (!options.json) return terminal.print(`${done}.`);
  const amount = choice.way === 'approve' ? { actualAmount: formatAmount(choice.amount, review.currency) } : {};
  printJson(terminal, {
    operationId: review.operation_id,
    fileId: review.file_id,
    decision: choice.way,
    status,
    ...amount,
  });
};
