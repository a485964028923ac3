import { describe, expect, it } from '@jest/globals';
import { problem, problemCodes, requestId } from '../test/contract.ts';
import { json, text } from '../test/scripted-server.ts';
import { openScripted } from '../test/scripted-turnpike.ts';
import * as sdk from './index.ts';

const classes: Readonly<Record<sdk.ErrorCode, typeof sdk.ApiError>> = {
  invalid_request: sdk.InvalidRequestError,
  api_key_missing: sdk.AuthenticationError,
  api_key_invalid: sdk.AuthenticationError,
  operation_not_found: sdk.NotFoundError,
  route_not_found: sdk.NotFoundError,
  method_not_allowed: sdk.MethodNotAllowedError,
  request_timeout: sdk.RequestTimeoutError,
  identifier_reused: sdk.ConflictError,
  insufficient_balance: sdk.ConflictError,
  receipt_under_review: sdk.ConflictError,
  not_cancellable: sdk.ConflictError,
  wrong_state: sdk.ConflictError,
  payload_too_large: sdk.PayloadTooLargeError,
  unsupported_media_type: sdk.UnsupportedMediaTypeError,
  no_suitable_tariff: sdk.NoTariffError,
  no_provider_accepted: sdk.ProviderDeclinedError,
  too_many_requests: sdk.RateLimitError,
  headers_too_large: sdk.PayloadTooLargeError,
  create_in_progress: sdk.UnavailableError,
  evidence_unavailable: sdk.UnavailableError,
  cancellation_in_doubt: sdk.UnavailableError,
  temporarily_unavailable: sdk.UnavailableError,
};

const { server, turnpike } = await openScripted({ maxRetries: 0 });

const listFailure = (): Promise<unknown> =>
  turnpike.balances.list().then(
    () => undefined,
    (failure: unknown) => failure,
  );

describe('errors of the API', () => {
  it.each(problemCodes)('%s has its class, and what the problem document says', async (code) => {
    server.script(json(problem(code).status, problem(code)));
    const failure = await listFailure();
    expect(failure).toBeInstanceOf(classes[code]);
    expect(failure).toBeInstanceOf(sdk.TurnpikeError);
    expect(failure).toMatchObject({
      name: Object.entries(sdk).find(([, value]) => value === classes[code])?.[0],
      message: problem(code).message,
      status: problem(code).status,
      code,
      errors: [],
      requestId,
      operationId: undefined,
    });
  });

  it('invalid_request lists what is wrong', async () => {
    const errors = [{ path: '/body/amount', message: 'must be a decimal string', code: 'pattern' as const }];
    server.script(json(400, problem('invalid_request', { errors })));
    expect(await listFailure()).toMatchObject({ errors });
  });

  it('identifier_reused names the operation that has the identifier', async () => {
    const operation_id = '019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50';
    server.script(json(412, problem('identifier_reused', { operation_id })));
    expect(await listFailure()).toMatchObject({ operationId: operation_id });
  });

  it('takes the request id from the header when the body has none', async () => {
    server.script(text(500, 'out of order', { 'x-request-id': requestId }));
    expect(await listFailure()).toMatchObject({ name: 'ApiError', status: 500, requestId });
  });

  it('understands Retry-After as seconds and as a date, and passes over nonsense', async () => {
    const unavailable = problem('temporarily_unavailable');
    server.script(json(503, unavailable, { 'retry-after': '7' }));
    expect(await listFailure()).toMatchObject({ retryAfterMs: 7_000 });
    server.script(json(503, unavailable, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }));
    const { retryAfterMs } = (await listFailure()) as sdk.UnavailableError;
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    server.script(json(503, unavailable, { 'retry-after': 'soon' }));
    expect(await listFailure()).toMatchObject({ retryAfterMs: undefined });
  });
});
