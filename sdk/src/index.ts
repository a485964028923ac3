export { Turnpike } from './turnpike.ts';
export type { Fetch, RequestOptions, TurnpikeOptions } from './options.ts';
export type { CreatePaymentParams, Payments } from './payments.ts';
export type {
  CancelledOperation,
  Cancellation,
  CancellationOutcome,
  CancelPaymentParams,
} from './cancellation.ts';
export type { ConfirmPaymentParams } from './confirmation.ts';
export type { CreatePayoutParams, Payouts } from './payouts.ts';
export type { Operations } from './operations.ts';
export type { ListOperationsParams, OperationList, OperationPage } from './operation-list.ts';
export { WaitTimeoutError, type WaitOptions } from './wait-for-operation.ts';
export type { Balance, Balances } from './balances.ts';
export type { Method, Methods } from './methods.ts';
export type {
  Adjustment,
  CancelReason,
  ExternalConfirmation,
  ManualCheckReason,
  Operation,
  OperationReference,
  OperationState,
  OperationStatus,
  OperationType,
  PaymentLink,
  Receipt,
  ReceiptEvidenceStatus,
} from './operation.ts';
export { verifyWebhook, type WebhookHeaders, type Webhooks } from './webhooks.ts';
export type {
  OperationAdjustedEvent,
  OperationAwaitingConfirmationEvent,
  OperationCancelledEvent,
  OperationCompletedEvent,
  OperationManualCheckEvent,
  WebhookEvent,
} from './webhook-event.ts';
export {
  ConfigurationError,
  ConnectionError,
  TimeoutError,
  TurnpikeError,
  WebhookVerificationError,
} from './errors.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  MethodNotAllowedError,
  NoTariffError,
  NotFoundError,
  PayloadTooLargeError,
  ProviderDeclinedError,
  RateLimitError,
  RequestTimeoutError,
  UnavailableError,
  UnsupportedMediaTypeError,
  type ApiErrorDetails,
  type ErrorCode,
  type Violation,
  type ViolationCode,
} from './api-errors.ts';
