import type { Api } from '#platform/apis';
import type { Database } from '#platform/database';

/** All that the core keeps of one create, without the names that each API and each operation has of its own. */
export type Trail = {
  readonly operation: Readonly<Record<string, unknown>>;
  readonly attempts: readonly Readonly<Record<string, unknown>>[];
  /** A line for each posting, with why it was made. */
  readonly postings: readonly string[];
  /** In their order, by the numbers that merchants see. */
  readonly events: readonly string[];
};

const operationColumns = [
  'type',
  'status',
  'cancel_reason',
  'manual_check_reason',
  'rejection_code',
  'currency',
  'expected_amount',
  'actual_amount',
  'fx_source',
  'fx_rate',
  'settlement_currency',
  'tariff_percent',
  'tariff_fixed',
  'tariff_minimum',
  'recorded_amount',
  'settlement_amount',
  'commission_amount',
  'is_confirmation_required',
] as const;

const attemptColumns = [
  'provider_id',
  'position',
  'leg',
  'type',
  'state',
  'amount',
  'paid_amount',
  'booked_amount',
  'returned_amount',
  'suspense_amount',
  'suspense_settled',
] as const;

/** What there is of the last create with the identifier; null: there is nothing. */
export const trailOf = async (
  database: Database,
  { api, shopId, identifier }: { readonly api: Api; readonly shopId: string; readonly identifier: string },
): Promise<Trail | null> => {
  const [operation] = await database('operations')
    .where({ shop_id: shopId, api, merchant_operation_id: identifier })
    .select<{ operation_id: string }[]>('operation_id', ...operationColumns);
  if (operation === undefined) return null;
  const { operation_id: operationId, ...known } = operation;
  const ofIt = { shop_id: shopId, operation_id: operationId };
  const attempts = await database('attempts')
    .where(ofIt)
    .orderBy(['position', 'leg'])
    .select<Record<string, unknown>[]>(attemptColumns);
  const postings = await database('ledger_postings as p')
    .join('ledger_transactions as t', (join) =>
      join.on('t.shop_id', 'p.shop_id').andOn('t.transaction_id', 'p.transaction_id'),
    )
    .where({ 't.shop_id': shopId, 't.operation_id': operationId })
    .select<Record<'kind' | 'account' | 'amount' | 'currency', string>[]>('kind', 'account', 'amount', 'p.currency');
  const events = await database('events')
    .where(ofIt)
    .orderBy('sequence')
    .select<{ sequence: number; type: string }[]>('sequence', 'type');
  return {
    operation: known,
    attempts,
    postings: postings.map(({ kind, account, amount, currency }) => `${kind}: ${account} ${amount} ${currency}`).sort(),
    events: events.map(({ sequence, type }) => `${sequence} ${type}`),
  };
};
