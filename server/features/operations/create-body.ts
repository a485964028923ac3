import type { Api } from '#platform/apis';
import { formatAmount, type Currency, type Money } from '#platform/money';
import { RequestError } from '#platform/errors';
import type { ShopId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import { canonicalAnnotations, type Annotations } from './annotations.ts';
import { profileOf } from './api-profile.ts';
import type { KeyHolder } from './idempotency-keys-store.ts';
import type { OperationScope } from './operation.ts';
import { isVisible, type OperationType } from './operation-states.ts';

/** What a merchant asks for, whichever way the money goes. */
export type CreateRequest = {
  readonly merchantOperationId: string;
  readonly clientId: string;
  readonly clientIp: string | null;
  readonly method: string;
  readonly amount: Money;
  readonly annotations: Annotations | null;
  /** The known fields as they were sent, in a fixed order: what a re-sent identifier is compared by. */
  readonly canonicalRequest: string;
};

/** Whose operation it becomes, and of which API. */
export type CreateScope = OperationScope & { readonly shopId: ShopId; readonly settlementCurrency: Currency };

/**
 * The known fields of a create in a fixed order. Annotations count only where there are any: bodies without them still fit
 * the digests of a time that knew none.
 */
export const canonicalRequestOf = (
  type: OperationType,
  fields: Readonly<Record<string, string | null>>,
  { amount, currency }: Money,
  annotations: Annotations | null = null,
): string =>
  JSON.stringify([
    type,
    formatAmount(amount, currency),
    currency,
    ...Object.keys(fields)
      .sort()
      .map((name) => [name, fields[name]]),
    ...(annotations === null ? [] : [['annotations', ...canonicalAnnotations(annotations)]]),
  ]);

const purpose = 'create body';

export const hashRequest = (keyRing: Pick<KeyRing, 'digest'>, canonicalRequest: string): Buffer =>
  keyRing.digest(purpose, canonicalRequest);

/**
 * A digest whose key has left the ring fits no body: rather refused than carried out twice. Nor does a cancellation that
 * came before its create: what fits it is for that create to say.
 */
export const isSameRequest = (
  keyRing: Pick<KeyRing, 'isDigestOf'>,
  held: Pick<KeyHolder, 'body_digest'>,
  canonicalRequest: string,
): boolean => held.body_digest !== null && keyRing.isDigestOf(held.body_digest, purpose, canonicalRequest);

/** The other operation is named only where it can be read: while it is undecided its id would lead to a 404. */
export const identifierReused = (held: Pick<KeyHolder, 'operation_id' | 'status'>): RequestError =>
  new RequestError('identifier_reused', isVisible(held.status) ? { operationId: held.operation_id } : {});

/**
 * Refuses a create whose identifier is held, where its API does not answer it with what was created. One that was refused,
 * and holds its identifier for a while, is no operation yet.
 */
export const refuseDuplicate = (api: Api, held: Pick<KeyHolder, 'operation_id' | 'status'>): void => {
  if (held.status !== 'rejecting' && profileOf(api).duplicateCreate === 'refusal') throw identifierReused(held);
};

/** Bytes inside JSON, as Postgres reads them. */
export const asHex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

type CreateDraft = {
  readonly api: Api;
  readonly order: CreateRequest;
  readonly requestHash: Buffer;
  readonly annotationsEncrypted: Buffer | null;
};

/** What a merchant asked for, as an operation's row holds it. */
export const toCreateColumns = ({ api, order, requestHash, annotationsEncrypted }: CreateDraft) => ({
  api,
  merchant_operation_id: order.merchantOperationId,
  method: order.method,
  currency: order.amount.currency,
  expected_amount: formatAmount(order.amount.amount, order.amount.currency),
  client_id: order.clientId,
  client_ip: order.clientIp,
  body_digest: asHex(requestHash),
  annotations_encrypted: annotationsEncrypted === null ? null : asHex(annotationsEncrypted),
});
