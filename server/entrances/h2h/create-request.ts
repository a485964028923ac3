import type { components } from '#generated/h2h/types';
import { canonicalRequestOf, type CreateRequest, type OperationType } from '#features/operations';
import { decimal, type Currency } from '#platform/money';

type CreateBody = components['schemas']['CreatePayInRequest'] | components['schemas']['CreatePayOutRequest'];

type Sent = {
  readonly body: CreateBody;
  readonly idempotencyKey: string | undefined;
  /** Of the method: requests name none. */
  readonly currency: Currency;
};

const textOf = (value: string | undefined): string | null => value ?? null;

/** A leap second is a time of the document, and none of a Date. */
const timeOf = (text: string): Date | null => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time;
};

/** What was sent of the fields that a PayOut has beyond a PayIn's; a PayIn has none of them. */
const recipientOf = (body: CreateBody) =>
  'number' in body
    ? {
        number: body.number,
        bank_name: body.bankName,
        name: textOf(body.nameMediator),
        phone: textOf(body.phoneNumber),
      }
    : {};

/** The part of a create that PayIns and PayOuts share. */
export const toCreateRequest = (type: OperationType, { body, idempotencyKey, currency }: Sent): CreateRequest => {
  // The reader leaves a number as the text that it was written as.
  const amount = { amount: decimal(String(body.amount)), currency };
  const webhookUrl = textOf(body.integrationMerhcnatData?.webHook);
  const known = {
    merchant_operation_id: body.idTransactionMerchant,
    client_id: body.clientID,
    client_ip: body.clientIP,
    client_created_at: body.clientDateCreated,
    method: body.paymentMethod,
    ...recipientOf(body),
  };
  return {
    merchantOperationId: body.idTransactionMerchant,
    clientId: body.clientID,
    clientIp: body.clientIP,
    clientPhone: 'phoneNumber' in body ? textOf(body.phoneNumber) : null,
    clientCreatedAt: timeOf(body.clientDateCreated),
    method: body.paymentMethod,
    amount,
    annotations: null,
    webhookUrl,
    idempotencyKey: textOf(idempotencyKey),
    canonicalRequest: canonicalRequestOf(type, known, amount, null, webhookUrl),
  };
};
