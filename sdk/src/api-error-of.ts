import type { problems } from './contract.ts';
import {
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
  type Violation,
} from './api-errors.ts';
import type { OperationStatus } from './operation.ts';

type ContractStatus = (typeof problems)[keyof typeof problems]['status'];

/**
 * Total over the contract: a status it gains does not compile until it has a class. 502 and 504 are proxies'
 * own.
 */
const classes = {
  400: InvalidRequestError,
  401: AuthenticationError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  408: RequestTimeoutError,
  412: ConflictError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  422: NoTariffError,
  424: ProviderDeclinedError,
  429: RateLimitError,
  431: PayloadTooLargeError,
  502: UnavailableError,
  503: UnavailableError,
  504: UnavailableError,
} satisfies Record<ContractStatus | 502 | 504, typeof ApiError>;

const classOf = (status: number): typeof ApiError => (classes as Record<number, typeof ApiError>)[status] ?? ApiError;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** `Retry-After` is a number of seconds or an HTTP date. */
const retryAfterMsOf = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
};

/** A body that is no problem document is not quoted: it is a proxy's, and it is not known what it repeats. */
const foreignMessage = (status: number): string =>
  status >= 300 && status < 400
    ? `The server redirects (${status}); redirects are not followed, since they would carry the key along.`
    : `The answer (${status}) is not one of Turnpike's. Check baseUrl and what is between.`;

export const apiErrorOf = (response: Response, body: unknown): ApiError => {
  const { status, headers } = response;
  const problem = isObject(body) ? body : {};
  const details: ApiErrorDetails = {
    status,
    code: textOf(problem['code']),
    errors: Array.isArray(problem['errors']) ? (problem['errors'] as Violation[]) : [],
    requestId: textOf(problem['request_id']) ?? headers.get('x-request-id') ?? undefined,
    operationId: textOf(problem['operation_id']),
    merchantOperationId: textOf(problem['merchant_operation_id']),
    operationStatus: textOf(problem['operation_status']) as OperationStatus | undefined,
    retryAfterMs: retryAfterMsOf(headers.get('retry-after')),
  };
  return new (classOf(status))(textOf(problem['message']) ?? foreignMessage(status), details);
};
