import type { Database } from '#platform/database';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import { createShopStepBatcher, shopSteps } from '#platform/shop-batches';
import type { AttemptStart } from '#features/attempts';
import { asHex, toCreateColumns } from '#features/operations';
import { toQuoteColumns } from '#features/pricing';
import type { Accepted, PaymentDraft } from './payment.ts';

const recordIntents = shopSteps(
  'record_payment_intents',
  // The rows have the same time, which is that of the statement.
  'done.place, done.recorded_at::timestamptz(3) as recorded_at',
);

const acceptPayments = shopSteps(
  'accept_payments',
  `done.place, done.is_fact_pending, done.accepted_at::timestamptz(3) as accepted_at,
    done.expires_at::timestamptz(3) as expires_at`,
);

type Intent = { readonly draft: PaymentDraft; readonly first: AttemptStart; readonly leaseMs: number };

const toIntentRow = ({ draft, first, leaseMs }: Intent) => ({
  operation_id: draft.operationId,
  ...toCreateColumns(draft),
  ...toQuoteColumns(draft.quote, draft.order.amount.currency, draft.figures),
  lease_ms: leaseMs,
  attempt_id: first.attemptId,
  provider_id: first.providerId,
});

export type Acceptance = {
  readonly shopId: ShopId;
  readonly operationId: OperationId;
  readonly attemptId: AttemptId;
  readonly status: 'pending' | 'awaiting_confirmation';
  readonly numberEncrypted: Buffer;
  readonly numberDigest: Buffer;
  readonly holderName: string;
  readonly bankname: string;
  readonly banknameDetails: string | null;
  readonly lifetimeSeconds: number;
  readonly eventId: string;
};

const toAcceptanceRow = (acceptance: Acceptance) => ({
  operation_id: acceptance.operationId,
  attempt_id: acceptance.attemptId,
  status: acceptance.status,
  number_encrypted: asHex(acceptance.numberEncrypted),
  number_digest: asHex(acceptance.numberDigest),
  holder_name: acceptance.holderName,
  bankname: acceptance.bankname,
  bankname_details: acceptance.banknameDetails,
  lifetime_seconds: acceptance.lifetimeSeconds,
  event_id: acceptance.eventId,
});

/** Records intents and says when; null where the identifier is already held. */
export const batchIntents = (database: Database) =>
  createShopStepBatcher<Intent, { readonly recorded_at: Date }, Date | null>(database, {
    steps: recordIntents,
    shopOf: ({ draft }) => draft.shopId,
    toStep: toIntentRow,
    toResults: (rows) => rows.map((row) => row?.recorded_at ?? null),
  });

type AcceptedRow = {
  readonly is_fact_pending: boolean | null;
  readonly accepted_at: Date;
  readonly expires_at: Date;
};

const toAccepted = (row: AcceptedRow | undefined): Accepted | null => {
  if (row === undefined || row.is_fact_pending === null) return null;
  return { isFactPending: row.is_fact_pending, acceptedAt: row.accepted_at, expiresAt: row.expires_at };
};

/**
 * Accepts payments; null where the create was decided meanwhile. A create and the process that takes it over may accept at
 * once, for different attempts; one is too late.
 */
export const batchAcceptances = (database: Database) =>
  createShopStepBatcher<Acceptance, AcceptedRow, Accepted | null>(database, {
    steps: acceptPayments,
    shopOf: ({ shopId }) => shopId,
    toStep: toAcceptanceRow,
    toResults: (rows) => rows.map(toAccepted),
  });
