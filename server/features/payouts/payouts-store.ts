import { runStatement, type Database, type Statement } from '#platform/database';
import { createBatcher } from '#platform/batching';
import { newId } from '#platform/ids';
import { formatAmount } from '#platform/money';
import { asHex, toCreateColumns } from '#features/operations';
import { toQuoteColumns } from '#features/pricing';
import type { PayoutDraft } from './payout.ts';

/** `held`: the identifier names another operation, or this one. */
export type CreateOutcome = 'created' | 'held' | 'insufficient';

export type CreatedPayout = { readonly outcome: CreateOutcome; readonly createdAt: Date };

const createPayouts: Statement = {
  name: 'create_payouts',
  // The rows have the same time, which is that of the statement.
  text: `select operation as operation_id, outcome, now()::timestamptz(3) as created_at from create_payouts($1, $2)`,
};

type Row = { readonly operation_id: string; readonly outcome: CreateOutcome; readonly created_at: Date };

const toPayoutRow = ({ shopId, operationId, order, destination, sealed, quote, figures, ...draft }: PayoutDraft) => ({
  shop_id: shopId,
  operation_id: operationId,
  ...toCreateColumns({ order, ...draft }),
  ...toQuoteColumns(quote, order.amount.currency, figures),
  number_encrypted: asHex(sealed.encrypted),
  number_digest: asHex(sealed.digest),
  holder_name: destination.name,
  bankname: destination.bankname,
  bankname_details: destination.banknameDetails,
  transaction_id: newId(),
});

const toLegRows = ({ shopId, operationId, order, legs }: PayoutDraft) =>
  legs.map(({ attemptId, providerId, amount }, index) => ({
    shop_id: shopId,
    attempt_id: attemptId,
    operation_id: operationId,
    provider_id: providerId,
    leg: index + 1,
    amount: formatAmount(amount, order.amount.currency),
    currency: order.amount.currency,
  }));

// The digest covers the identifier too.
const bodyOf = ({ shopId, api, requestHash }: PayoutDraft): string => `${shopId} ${api} ${requestHash.toString('hex')}`;

/** What there was no money for holds nothing: the same body, come at the same time, is refused with it. */
const refuseAlike = (drafts: readonly PayoutDraft[], results: readonly CreatedPayout[]): CreatedPayout[] => {
  const refused = new Set(drafts.filter((_, index) => results[index]?.outcome === 'insufficient').map(bodyOf));
  return results.map((result, index) =>
    refused.has(bodyOf(drafts[index]!)) ? { ...result, outcome: 'insufficient' } : result,
  );
};

export const createPayoutsStore = (database: Database) => ({
  /** Records a payout, its reserve and its legs, in one step with others that come at the same time. */
  create: createBatcher<PayoutDraft, CreatedPayout>({
    run: async (drafts) => {
      const rows = await runStatement<Row>(database, createPayouts, [
        JSON.stringify(drafts.map(toPayoutRow)),
        JSON.stringify(drafts.flatMap(toLegRows)),
      ]);
      const results = new Map(
        rows.map((row) => [row.operation_id, { outcome: row.outcome, createdAt: row.created_at }]),
      );
      return refuseAlike(
        drafts,
        drafts.map(({ operationId }) => results.get(operationId)!),
      );
    },
  }),
});

export type PayoutsStore = ReturnType<typeof createPayoutsStore>;
