import type { components } from '#generated/v1/types';
import { annotationsOf, canonicalRequestOf, type CreateRequest, type OperationType } from '#features/operations';
import { decimal } from '#platform/money';

type CreateBody = components['schemas']['CreatePaymentRequest'] | components['schemas']['CreatePayoutRequest'];

/** The part of a create that payments and payouts share; both have the same fields. */
export const toCreateRequest = (type: OperationType, body: CreateBody): CreateRequest => {
  const amount = { amount: decimal(body.amount), currency: body.currency };
  const annotations = annotationsOf({
    returnUrl: body.return_url ?? null,
    description: body.description ?? null,
    metadata: body.metadata ?? null,
  });
  const known = {
    merchant_operation_id: body.merchant_operation_id,
    client_id: body.client_id,
    client_ip: body.client_ip ?? null,
    method: body.method,
    number: body.number ?? null,
    name: body.name ?? null,
    bankname: body.bankname ?? null,
  };
  return {
    merchantOperationId: body.merchant_operation_id,
    clientId: body.client_id,
    clientIp: body.client_ip ?? null,
    clientPhone: null,
    clientCreatedAt: null,
    method: body.method,
    amount,
    annotations,
    webhookUrl: null,
    idempotencyKey: null,
    canonicalRequest: canonicalRequestOf(type, known, amount, annotations),
  };
};
