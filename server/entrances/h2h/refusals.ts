import { envelope, type EnvelopeCode } from '#generated/h2h/errors';
import type { components } from '#generated/h2h/types';
import type { ErrorCode, RequestError } from '#platform/errors';
import type { RenderError } from '../http/render-error.ts';
import { retryAfterOf } from './retry-after.ts';
import { firstPlaceOf, messageOf, placesOf } from './told-places.ts';

type ErrorEnvelope = components['schemas']['ErrorEnvelope'];

/**
 * Codes of the core that no operation in the envelope can meet, as it would say them: those of the token endpoint, of receipts and of
 * cancellations. A code that is in neither table does not compile.
 */
const saidAs = {
  client_invalid: 'api_key_invalid',
  grant_type_unsupported: 'invalid_request',
  scope_invalid: 'invalid_request',
  receipt_under_review: 'temporarily_unavailable',
  not_cancellable: 'temporarily_unavailable',
  wrong_state: 'temporarily_unavailable',
  evidence_unavailable: 'temporarily_unavailable',
  cancellation_in_doubt: 'temporarily_unavailable',
} as const satisfies Record<Exclude<ErrorCode, EnvelopeCode>, EnvelopeCode>;

const isSaid = (code: ErrorCode): code is ErrorCode & EnvelopeCode => code in envelope;

export const envelopeCodeOf = (code: ErrorCode): EnvelopeCode => (isSaid(code) ? code : saidAs[code]);

const resultOf = (refusal: RequestError, code: EnvelopeCode) => {
  const { codeError, codeErrorExt, message } = envelope[code];
  const places = placesOf(refusal);
  return places.length === 0
    ? { codeError, codeErrorExt, message }
    : { codeError, codeErrorExt: firstPlaceOf(places), message: messageOf(places) };
};

const challenges = {
  api_key_missing: 'Bearer realm="turnpike"',
  api_key_invalid: 'Bearer realm="turnpike", error="invalid_token"',
  forbidden: 'Bearer realm="turnpike", error="insufficient_scope"',
} as const satisfies Partial<Record<EnvelopeCode, string>>;

const challengeOf = (code: EnvelopeCode): string | undefined =>
  (challenges as Partial<Record<EnvelopeCode, string>>)[code];

/** Says every refusal in the envelope. */
export const renderRefusal: RenderError = (refusal, requestId) => {
  const code = envelopeCodeOf(refusal.code);
  const challenge = challengeOf(code);
  const retryAfter = retryAfterOf(envelope[code].status);
  const body: ErrorEnvelope = {
    result: { status: 'error', 'x-request-id': requestId, ...resultOf(refusal, code) },
    data: null,
    totalNumberRecords: 0,
  };
  return {
    status: envelope[code].status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    text: JSON.stringify(body),
  };
};
