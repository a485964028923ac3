import type { components, operations } from './contract.ts';
import type * as sdk from '../src/index.ts';

type Schemas = components['schemas'];

/** True only for the same type, optional fields included; intersections are laid flat first. */
type Same<Left, Right> = (<T>() => T extends Left ? 1 : 2) extends <T>() => T extends Right ? 1 : 2 ? true : false;
/** The public types leave lists open that may grow; the contract's have the values that are known. */
type Known<T extends string> = Same<T, string> extends true ? T : string extends T ? never : T;
type Flat<T> = T extends string
  ? Known<T>
  : T extends readonly (infer Item)[]
    ? Flat<Item>[]
    : T extends object
      ? { [Key in keyof T]: Flat<T[Key]> }
      : T;
type Agrees<Public, Generated> = Same<Flat<Public>, Flat<Generated>>;

type ListQuery = NonNullable<operations['listOperations']['parameters']['query']>;

type RefusedFields = 'merchant_id' | 'shop_id';
type EventOf<Type extends sdk.WebhookEvent['type']> = Extract<sdk.WebhookEvent, { type: Type }>;

/** True for a type that takes values it does not name. */
type IsOpen<T> = string extends T ? true : false;

type AgreesAsEvent<Type extends sdk.WebhookEvent['type'], Name extends keyof Schemas> = Agrees<
  Omit<EventOf<Type>, 'webhook_id'>,
  Schemas[Name]
>;

type AllTrue<Checks extends Record<string, true>> = Checks;

/**
 * Does not compile when the contract and the public types part: a field added, renamed, or of another type.
 */
export type Agreement = AllTrue<{
  operation: Agrees<sdk.Operation, Schemas['Operation']>;
  state: Agrees<sdk.OperationState, Schemas['OperationState']>;
  payment: Agrees<sdk.CreatePaymentParams, Omit<Schemas['CreatePaymentRequest'], RefusedFields>>;
  payout: Agrees<sdk.CreatePayoutParams, Omit<Schemas['CreatePayoutRequest'], RefusedFields>>;
  link: Agrees<sdk.PaymentLink, Schemas['PaymentLinkOperation']>;
  confirming: Agrees<
    Omit<sdk.ConfirmPaymentParams, 'receipt'>,
    Omit<Schemas['ConfirmPaymentRequest'], 'receipt' | 'confirmation_type'>
  >;
  cancelling: Agrees<sdk.CancelPaymentParams['reason'], Schemas['CancelOperationRequest']['reason']>;
  cancellation: Agrees<sdk.Cancellation, Schemas['Cancellation']>;
  listing: Agrees<
    Omit<sdk.ListOperationsParams, 'status' | 'created_from' | 'created_before'>,
    Omit<ListQuery, 'status' | 'created_from' | 'created_before'>
  >;
  listedStatus: Agrees<Extract<sdk.ListOperationsParams['status'], unknown[]>, NonNullable<ListQuery['status']>>;
  listFields: Same<keyof sdk.ListOperationsParams, keyof ListQuery>;
  page: Agrees<sdk.OperationPage, Schemas['OperationPage']>;
  method: Agrees<sdk.Method, Schemas['Method']>;
  balance: Agrees<sdk.Balance, Schemas['Balance']>;
  violation: Agrees<sdk.Violation, Schemas['Violation']>;
  codes: Agrees<sdk.ErrorCode, Schemas['ProblemCode']>;
  violationCodes: Agrees<sdk.ViolationCode, Schemas['ViolationCode']>;
  openCodes: IsOpen<sdk.ErrorCode>;
  openViolationCodes: IsOpen<sdk.ViolationCode>;
  openCancelReasons: IsOpen<sdk.CancelReason>;
  openManualCheckReasons: IsOpen<sdk.ManualCheckReason>;
  eventTypes: Agrees<sdk.WebhookEvent['type'], Schemas['OperationEvent']['type']>;
  awaiting: AgreesAsEvent<'operation.awaiting_confirmation', 'OperationAwaitingConfirmationEvent'>;
  manualCheck: AgreesAsEvent<'operation.manual_check', 'OperationManualCheckEvent'>;
  completed: AgreesAsEvent<'operation.completed', 'OperationCompletedEvent'>;
  cancelled: AgreesAsEvent<'operation.cancelled', 'OperationCancelledEvent'>;
}>;
