import type { Api } from '#platform/apis';
import type { OperationId, ShopId } from '#platform/ids';
import { decimal } from '#platform/money';
import { runStatement, type Database, type Statement } from '#platform/database';
import type { KeyRing } from '#platform/secrets';
import { createShopStepBatcher, shopReads, type ShopSteps } from '#platform/shop-batches';
import type { Annotations } from './annotations.ts';
import { annotationsPlace, detailsPlace, numberPlace } from './sealed-places.ts';
import { sealClient, sealDetails, unsealClient, type ClientOfCreate } from './sealed-persons.ts';
import { nothingSealed, type OperationRecord, type Receipt, type SealedDetails, type Unsealed } from './operation.ts';
import type { StoredStatus } from './operation-states.ts';

export type OperationRow = Omit<OperationRecord, 'status'> & {
  readonly shop_id: string;
  readonly status: StoredStatus;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly number_encrypted: Buffer | null;
  readonly annotations_encrypted: Buffer | null;
  readonly details_encrypted: Buffer | null;
};

type ReceiptRow = {
  readonly id: string;
  readonly amount: string;
  readonly completed_at: string;
  readonly is_synthetic: boolean;
  readonly file_id: string | null;
  /** Null as well where the file has been removed since. */
  readonly storage: 'postgres' | 's3' | null;
  readonly document_id: string | null;
};

type StateRow = OperationRow & {
  readonly is_evidence_pending: boolean;
  readonly receipts: readonly ReceiptRow[] | null;
};

/** The columns of an OperationRow, of a row of operations under the name `o`. */
export const operationColumns = `(o).shop_id, (o).operation_id, (o).merchant_operation_id, (o).type, (o).status, (o).method, (o).currency,
  (o).expected_amount, (o).payable_amount, (o).actual_amount, (o).fx_source, (o).fx_rate, (o).recorded_amount, (o).settlement_currency,
  (o).settlement_amount, (o).commission_amount, (o).is_confirmation_required, (o).number_encrypted, (o).holder_name, (o).bankname,
  (o).bankname_details, (o).manual_check_reason, (o).cancel_reason, (o).annotations_encrypted, (o).details_encrypted, (o).created_at, (o).updated_at,
  payment_waits_until((o).status, (o).receipt_file_id, (o).is_expiring, (o).expires_at) as expires_at, (o).finished_at,
  case when (o).status in ('completed', 'cancelled') then (
    select told.adjustments from told_adjustments((o).shop_id, (o).operation_id) told) end as adjustments`;

// Evidence is shown once the whole operation is completed, never for a part of it.
const receiptsOf = (shop: string): string => `case when (o).status = 'completed' then (
  select jsonb_agg(jsonb_build_object('id', r.receipt_id, 'amount', r.amount::text,
    'completed_at', r.completed_at, 'is_synthetic', r.is_synthetic, 'file_id', r.file_id, 'document_id', r.document_id,
    'storage', case when r.file_id is not null then (select f.storage from receipt_files f
      where f.shop_id = ${shop} and f.file_id = r.file_id and f.state = 'recorded') end)
    order by r.completed_at, r.receipt_id)
  from receipts r where r.shop_id = ${shop} and r.operation_id = (o).operation_id) end as receipts`;

// One by one by their key: a join is planned on an empty database as a walk through all operations.
const findStates = (name: string, keyType: 'uuid' | 'text', isOwn: string): ShopSteps =>
  shopReads(
    name,
    `api text, key ${keyType}`,
    ({ rows, shop, shopOr }) => `select place, ${operationColumns}, (o).is_evidence_pending,
        ${receiptsOf(shopOr('(o).shop_id'))} from (
        select asked.place, (select own from operations own
          where own.shop_id = ${shop} and own.api = asked.api and ${isOwn}) as o
        from ${rows} offset 0
      ) as found where (o).shop_id is not null`,
  );

// By the primary key.
const findStatesById = findStates('find_states_by_id', 'uuid', 'own.operation_id = asked.key');

// By operations_by_identifier; its predicate is repeated so that the planner may use it.
const findStatesByIdentifier = findStates(
  'find_states_by_identifier',
  'text',
  'own.merchant_operation_id = asked.key and own.is_identifier_held',
);

type SealedColumns = Pick<
  OperationRow,
  'shop_id' | 'operation_id' | 'number_encrypted' | 'annotations_encrypted' | 'details_encrypted'
>;

type SealedPayout = Pick<OperationRow, 'shop_id' | 'operation_id' | 'number_encrypted' | 'details_encrypted'> & {
  readonly holder_name: string | null;
  readonly client_ip: string | null;
  readonly client_encrypted: Buffer | null;
};

const findSealed: Statement = {
  name: 'find_sealed_parts',
  text: `select shop_id, operation_id, number_encrypted, annotations_encrypted, details_encrypted from operations
    where shop_id = $1 and operation_id = any($2::uuid[])`,
};

export type FoundState = {
  readonly row: OperationRow;
  /** What proves its transfers is still to be had from a provider. */
  readonly isEvidencePending: boolean;
  readonly receipts: readonly Receipt[];
};

const toFoundState = (row: StateRow): FoundState => ({
  row,
  isEvidencePending: row.is_evidence_pending,
  receipts: (row.receipts ?? []).map((receipt) => ({
    receiptId: receipt.id,
    amount: decimal(receipt.amount),
    completedAt: new Date(receipt.completed_at),
    isSynthetic: receipt.is_synthetic,
    file: receipt.file_id && receipt.storage ? { fileId: receipt.file_id, storage: receipt.storage } : null,
    documentId: receipt.document_id,
  })),
});

type Key = { readonly shopId: string; readonly api: string; readonly key: string };

const batchLookups = (database: Database, steps: ShopSteps) =>
  createShopStepBatcher<Key, StateRow, FoundState | null>(database, {
    steps,
    shopOf: ({ shopId }) => shopId,
    toStep: ({ api, key }) => ({ api, key }),
    toResults: (rows) => rows.map((row) => (row === undefined ? null : toFoundState(row))),
  });

/** Whose operation something is sealed in. */
export type SealedRowOf = { readonly shopId: string; readonly operationId: string; readonly api: Api };

/** A destination number as it is stored: to be read again, and to be found by. */
export type SealedNumber = { readonly encrypted: Buffer; readonly digest: Buffer };

// Numbers arrive normalised, each in the one form that its method's rules leave.
export const numberDigestPurpose = 'destination number';

export const createOperationsStore = (database: Database, keyRing: KeyRing) => {
  const byId = batchLookups(database, findStatesById);
  const byIdentifier = batchLookups(database, findStatesByIdentifier);
  const decryptNumber = (shopId: string, operationId: string, sealed: Buffer | null): string | null =>
    sealed === null ? null : keyRing.decrypt(sealed, numberPlace(shopId, operationId));
  const unseal = (row: SealedColumns): Unsealed => {
    const {
      shop_id: shopId,
      operation_id: operationId,
      annotations_encrypted: sealed,
      details_encrypted: details,
    } = row;
    return {
      number: decryptNumber(shopId, operationId, row.number_encrypted),
      annotations: sealed === null ? null : keyRing.decrypt(sealed, annotationsPlace(shopId, operationId)),
      details: details && keyRing.decrypt(details, detailsPlace(shopId, operationId)),
    };
  };
  return {
    findById: (shopId: string, api: string, operationId: string) => byId({ shopId, api, key: operationId }),
    findByIdentifier: (shopId: string, api: string, identifier: string) =>
      byIdentifier({ shopId, api, key: identifier }),
    sealNumber: (shopId: string, operationId: string, number: string): SealedNumber => ({
      encrypted: keyRing.encrypt(number, numberPlace(shopId, operationId)),
      digest: keyRing.digest(numberDigestPurpose, number),
    }),
    sealAnnotations: (shopId: string, operationId: string, annotations: Annotations | null): Buffer | null =>
      annotations && keyRing.encrypt(JSON.stringify(annotations), annotationsPlace(shopId, operationId)),
    sealClient: (row: SealedRowOf, client: ClientOfCreate): Buffer | null => sealClient(keyRing, row, client),
    sealDetails: (row: SealedRowOf, details: SealedDetails): Buffer | null => sealDetails(keyRing, row, details),
    /** What the provider of a payout is told of people. */
    unsealPayout: (row: SealedPayout) => {
      const { shop_id: shopId, operation_id: operationId, details_encrypted: details } = row;
      const opened =
        details && (JSON.parse(keyRing.decrypt(details, detailsPlace(shopId, operationId))) as SealedDetails);
      return {
        number: decryptNumber(shopId, operationId, row.number_encrypted),
        name: opened?.name ?? row.holder_name ?? '',
        client: unsealClient(keyRing, { shopId, operationId }, { sealed: row.client_encrypted, ip: row.client_ip }),
      };
    },
    unseal,
    /** For filling in events at sending. */
    readSealed: async (
      shopId: ShopId,
      operationIds: readonly OperationId[],
    ): Promise<(operationId: OperationId) => Unsealed> => {
      const rows = await runStatement<SealedColumns>(database, findSealed, [shopId, operationIds]);
      const unsealed = new Map(rows.map((row) => [row.operation_id, unseal(row)]));
      return (operationId) => unsealed.get(operationId) ?? nothingSealed;
    },
  };
};

export type OperationsStore = ReturnType<typeof createOperationsStore>;
