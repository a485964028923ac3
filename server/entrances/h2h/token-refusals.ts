import { token, type TokenCode } from '#generated/h2h/errors';
import type { components } from '#generated/h2h/types';
import type { ErrorCode } from '#platform/errors';
import type { RenderError } from '../http/render-error.ts';
import { retryAfterOf } from './retry-after.ts';
import { messageOf, placesOf } from './told-places.ts';

const isSaid = (code: ErrorCode): code is ErrorCode & TokenCode => code in token;

/** The token endpoint has no operations, scopes or money: what is not in its table cannot be met there. */
const tokenCodeOf = (code: ErrorCode): TokenCode => (isSaid(code) ? code : 'temporarily_unavailable');

/** Says every refusal of the token endpoint as RFC 6749 does (section 5.2). */
export const renderTokenRefusal: RenderError = (refusal) => {
  const code = tokenCodeOf(refusal.code);
  const { status, error, error_description: sentence } = token[code];
  const places = placesOf(refusal);
  const retryAfter = retryAfterOf(status);
  const body: components['schemas']['TokenError'] = {
    error,
    error_description: places.length === 0 ? sentence : messageOf(places),
  };
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 401 && { 'www-authenticate': 'Basic realm="turnpike"' }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    text: JSON.stringify(body),
  };
};
