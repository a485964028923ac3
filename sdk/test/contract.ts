import { readFileSync } from 'node:fs';
import type { components, operations } from '../../generated/v1/types.ts';
import { problems, type ProblemCode } from '../../generated/v1/problems.ts';

export type { components, operations };

type Schemas = components['schemas'];
type Example = { readonly value?: unknown; readonly $ref?: string };
type Document = { readonly paths: unknown; readonly webhooks: unknown; readonly components: unknown };

const document = JSON.parse(
  readFileSync(new URL('../../generated/v1/openapi.json', import.meta.url), 'utf8'),
) as Document;

const step = (value: unknown, key: string): unknown => (value as Record<string, unknown> | undefined)?.[key];

const resolve = (example: Example): unknown =>
  example.$ref === undefined
    ? example.value
    : resolve(
        example.$ref
          .slice(2)
          .split('/')
          .reduce(step, document as unknown) as Example,
      );

const exampleAt = (name: string, ...keys: readonly string[]): unknown => {
  const example = step([...keys, 'examples'].reduce(step, document as unknown), name);
  if (example === undefined) throw new Error(`The contract has no example ${name} at ${keys.join('/')}.`);
  return resolve(example as Example);
};

const createdAt = (path: string, name: string): Schemas['Operation'] =>
  exampleAt(name, 'paths', path, 'post', 'responses', '200', 'content', 'application/json') as Schemas['Operation'];

/** The contract's own examples: what the tests' server answers is what the real one would. */
export const createdPayment = (name: string): Schemas['Operation'] => createdAt('/v1/payment', name);

export const createdPayout = (name: string): Schemas['Operation'] => createdAt('/v1/payout', name);

export const linkedPayment = (name: string): Schemas['PaymentLinkOperation'] =>
  createdAt('/v1/payment/link', name) as Schemas['PaymentLinkOperation'];

export const confirmedPayment = (name: string): Schemas['Operation'] => createdAt('/v1/confirm_payment', name);

export const operationState = (name: string): Schemas['OperationState'] =>
  exampleAt(
    name,
    ...['paths', '/v1/get_operation_state', 'post', 'responses', '200', 'content', 'application/json'],
  ) as Schemas['OperationState'];

export const listedOperations = (name: string): Schemas['OperationPage'] =>
  exampleAt(
    name,
    ...['paths', '/v1/operations', 'get', 'responses', '200', 'content', 'application/json'],
  ) as Schemas['OperationPage'];

export const listedMethods = (name: string): Schemas['Methods'] =>
  exampleAt(
    name,
    ...['paths', '/v1/methods', 'get', 'responses', '200', 'content', 'application/json'],
  ) as Schemas['Methods'];

export const cancellation = (name: string): Schemas['Cancellation'] =>
  exampleAt(
    name,
    ...['paths', '/v1/cancel_operation', 'post', 'responses', '200', 'content', 'application/json'],
  ) as Schemas['Cancellation'];

export const balances = (name: string): Schemas['Balances'] =>
  exampleAt(
    name,
    'paths',
    '/v1/balances',
    'get',
    'responses',
    '200',
    'content',
    'application/json',
  ) as Schemas['Balances'];

export const paymentRequest = (name: string): Schemas['CreatePaymentRequest'] =>
  exampleAt(
    name,
    'paths',
    '/v1/payment',
    'post',
    'requestBody',
    'content',
    'application/json',
  ) as Schemas['CreatePaymentRequest'];

export const payoutRequest = (name: string): Schemas['CreatePayoutRequest'] =>
  exampleAt(
    name,
    'paths',
    '/v1/payout',
    'post',
    'requestBody',
    'content',
    'application/json',
  ) as Schemas['CreatePayoutRequest'];

/** Every example of every event, each with the name of its webhook. */
export const eventExamples = (): readonly (readonly [string, Schemas['OperationEvent']])[] =>
  Object.entries(document.webhooks as Record<string, unknown>).flatMap(([webhook, item]) => {
    const content = ['post', 'requestBody', 'content', 'application/json', 'examples'].reduce(step, item);
    return Object.entries(content as Record<string, Example>).map(
      ([name, example]) => [`${webhook} / ${name}`, resolve(example) as Schemas['OperationEvent']] as const,
    );
  });

export const problemCodes = Object.keys(problems) as readonly ProblemCode[];

export const requestId = '6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11';

export const problem = (code: ProblemCode, more: Partial<Schemas['Problem']> = {}): Schemas['Problem'] => ({
  ...problems[code],
  detail: problems[code].message,
  code,
  request_id: requestId,
  ...more,
});
