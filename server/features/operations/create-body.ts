import type { Api } from '#platform/apis';
import { formatAmount, type Currency, type Money } from '#platform/money';
import { RequestError } from '#platform/errors';
import type { ShopId } from '#platform/ids';
import type { KeyRing } from '#platform/secrets';
import { canonicalAnnotations, type Annotations } from './annotations.ts';
import { profileOf } from './api-profile.ts';
import { digestOfKey, type KeyHolder } from './idempotency-keys-store.ts';
import type { OperationScope } from './operation.ts';
import { isVisible, type OperationType } from './operation-states.ts';

/** What a merchant asks for, whichever way the money goes. */
export type CreateRequest = {
  readonly merchantOperationId: string;
  readonly clientId: string;
  readonly clientIp: string | null;
  /** Of the client who pays, or is paid. */
  readonly clientPhone: string | null;
  /** Since when the merchant knows its client. */
  readonly clientCreatedAt: Date | null;
  readonly method: string;
  readonly amount: Money;
  readonly annotations: Annotations | null;
  /** Where the operation's events go in place of the shop's default endpoint; null: there. */
  readonly webhookUrl: string | null;
  /**
   * Names this create for good: whatever became of its operation, the same body is answered with that, and another body is
   * refused. Only a create that was refused lets its key go. Null: the identifier alone names it.
   */
  readonly idempotencyKey: string | null;
  /** The known fields as they were sent, in a fixed order: what a re-sent identifier or key is compared by. */
  readonly canonicalRequest: string;
};

/** What of a create tells whether it is the same as an earlier one. */
export type SentCreate = Pick<CreateRequest, 'canonicalRequest' | 'idempotencyKey'>;

/** Whose operation it becomes, and of which API. */
export type CreateScope = OperationScope & { readonly shopId: ShopId; readonly settlementCurrency: Currency };

/**
 * The known fields of a create in a fixed order. Annotations, and a URL for the operation's events, count only where there are any: bodies
 * without them still fit the digests of a time that knew none.
 */
export const canonicalRequestOf = (
  type: OperationType,
  fields: Readonly<Record<string, string | null>>,
  { amount, currency }: Money,
  annotations: Annotations | null = null,
  webhookUrl: string | null = null,
): string =>
  JSON.stringify([
    type,
    formatAmount(amount, currency),
    currency,
    ...Object.keys(fields)
      .sort()
      .map((name) => [name, fields[name]]),
    ...(annotations === null ? [] : [['annotations', ...canonicalAnnotations(annotations)]]),
    ...(webhookUrl === null ? [] : [['webhook_url', webhookUrl]]),
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

type Held = Pick<KeyHolder, 'operation_id' | 'status'>;

/** The other operation is named only where it can be read: while it is undecided its id would lead to a 404. */
const named = (held: Held) => (isVisible(held.status) ? { operationId: held.operation_id } : {});

export const identifierReused = (held: Held): RequestError => new RequestError('identifier_reused', named(held));

const keyReused = (held: Held): RequestError => new RequestError('idempotency_key_reused', named(held));

/** Whether the create that made an operation came with the same idempotency key as this one. */
const isSameKey = ({ idempotency_key_digest: held }: KeyHolder, { idempotencyKey }: SentCreate): boolean =>
  held !== null && idempotencyKey !== null && held.equals(digestOfKey(idempotencyKey));

/**
 * Refuses a create whose identifier is held, where its API does not answer it with what was created. One that was refused,
 * and holds its identifier for a while, is no operation yet. What comes again with its idempotency key is the same create.
 * @throws RequestError identifier_reused, idempotency_key_reused
 */
export const refuseDuplicate = (
  keyRing: Pick<KeyRing, 'isDigestOf'>,
  api: Api,
  held: KeyHolder,
  order: SentCreate,
): void => {
  if (held.status === 'rejecting') return;
  if (isSameKey(held, order)) requireSameRequest(keyRing, held, order);
  else if (profileOf(api).duplicateCreate === 'refusal') throw identifierReused(held);
};

/** @throws RequestError identifier_reused, idempotency_key_reused */
export const requireSameRequest = (keyRing: Pick<KeyRing, 'isDigestOf'>, held: KeyHolder, order: SentCreate): void => {
  if (isSameRequest(keyRing, held, order.canonicalRequest)) return;
  throw isSameKey(held, order) ? keyReused(held) : identifierReused(held);
};

/** Judges a URL for an operation's events, and answers it in the form in which it is kept. */
export type UrlCheck = (url: string) => Promise<string>;

/**
 * What of the form of a create its document cannot tell.
 * @throws RequestError invalid_request
 */
export const checkedRequest = async <Order extends CreateRequest>(checkUrl: UrlCheck, order: Order): Promise<Order> =>
  order.webhookUrl === null ? order : { ...order, webhookUrl: await checkUrl(order.webhookUrl) };

/** Bytes inside JSON, as Postgres reads them. */
export const asHex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

type CreateDraft = {
  readonly api: Api;
  readonly order: CreateRequest;
  readonly requestHash: Buffer;
  readonly annotationsEncrypted: Buffer | null;
  readonly clientEncrypted: Buffer | null;
};

/** What a merchant asked for, as an operation's row holds it. */
export const toCreateColumns = ({ api, order, requestHash, annotationsEncrypted, clientEncrypted }: CreateDraft) => ({
  api,
  merchant_operation_id: order.merchantOperationId,
  method: order.method,
  currency: order.amount.currency,
  expected_amount: formatAmount(order.amount.amount, order.amount.currency),
  client_id: order.clientId,
  client_ip: profileOf(api).sealsPersons ? null : order.clientIp,
  client_encrypted: clientEncrypted === null ? null : asHex(clientEncrypted),
  body_digest: asHex(requestHash),
  annotations_encrypted: annotationsEncrypted === null ? null : asHex(annotationsEncrypted),
  webhook_url: order.webhookUrl,
  idempotency_key_digest: order.idempotencyKey === null ? null : asHex(digestOfKey(order.idempotencyKey)),
});
