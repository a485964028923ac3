import type { Database, Statement } from '#platform/database';
import { newId } from '#platform/ids';
import { formatAmount } from '#platform/money';
import { createShopStepBatcher, shopSteps, type ShopSteps } from '#platform/shop-batches';
import { asHex, plainName, profileOf, toCreateColumns } from '#features/operations';
import { toQuoteColumns } from '#features/pricing';
import { storedTypes } from '#outbox';
import { leaseSeconds } from './legs-store.ts';
import type { PayoutDraft } from './payout.ts';

/** `held`: the identifier names another operation, or this one. */
export type CreateOutcome = 'created' | 'held' | 'insufficient';

export type CreatedPayout = { readonly outcome: CreateOutcome; readonly createdAt: Date };

// The rows have the same time, which is that of the statement.
const answers = 'done.place, done.outcome, done.created_at::timestamptz(3) as created_at';

const createPayoutsOfShops: Statement = {
  name: 'create_shop_payouts_of_shops',
  text: `select ${answers} from create_payouts_of_shops($1, $2) as done`,
};

const createPayouts: ShopSteps = { ...shopSteps('create_shop_payouts', answers), several: createPayoutsOfShops };

type Row = { readonly outcome: CreateOutcome; readonly created_at: Date };

const toPayoutRow = ({ operationId, order, destination, sealed, quote, figures, legs, ...draft }: PayoutDraft) => ({
  operation_id: operationId,
  ...toCreateColumns({ order, ...draft }),
  ...toQuoteColumns(quote, order.amount.currency, figures),
  number_encrypted: asHex(sealed.encrypted),
  number_digest: asHex(sealed.digest),
  holder_name: plainName(draft.api, destination.name),
  details_encrypted: draft.detailsEncrypted && asHex(draft.detailsEncrypted),
  bankname: destination.bankname,
  bankname_details: destination.banknameDetails,
  transaction_id: newId(),
  event_id: newId(),
  event_type: profileOf(draft.api).tellsAcceptance ? storedTypes.accepted : null,
  legs: legs.map(({ attemptId, providerId, amount, isInHand }, index) => ({
    attempt_id: attemptId,
    provider_id: providerId,
    leg: index + 1,
    amount: formatAmount(amount, order.amount.currency),
    lease_seconds: isInHand ? leaseSeconds : null,
  })),
});

// The digest covers the identifier too.
const bodyOf = ({ shopId, api, requestHash }: PayoutDraft): string => `${shopId} ${api} ${requestHash.toString('hex')}`;

/** What there was no money for holds nothing: the same body, come at the same time, is refused with it. */
const refuseAlike = (drafts: readonly PayoutDraft[], results: readonly CreatedPayout[]): CreatedPayout[] => {
  const refused = new Set(drafts.filter((_, index) => results[index]?.outcome === 'insufficient').map(bodyOf));
  return results.map((result, index) =>
    refused.has(bodyOf(drafts[index]!)) ? { ...result, outcome: 'insufficient' } : result,
  );
};

const toResults = (rows: readonly (Row | undefined)[], drafts: readonly PayoutDraft[]): CreatedPayout[] =>
  refuseAlike(
    drafts,
    rows.map((row) => ({ outcome: row!.outcome, createdAt: row!.created_at })),
  );

export const createPayoutsStore = (database: Database) => ({
  /** Records a payout, its reserve and its legs, in one step with others that come at the same time. */
  create: createShopStepBatcher<PayoutDraft, Row, CreatedPayout>(database, {
    steps: createPayouts,
    shopOf: ({ shopId }) => shopId,
    toStep: toPayoutRow,
    toResults,
  }),
});

export type PayoutsStore = ReturnType<typeof createPayoutsStore>;
