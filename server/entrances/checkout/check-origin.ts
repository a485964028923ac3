import type { Request, RequestHandler } from 'express';
import type { SecurityEvent } from '#platform/security-events';
import { ForeignOrigin } from './page-errors.ts';

const isForeign = ({ headers }: Request): boolean => {
  const site = headers['sec-fetch-site'];
  // `none`: the payer reloaded what had been sent.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin } = headers;
  // Browsers without the header above call our own origin `null`, because the page sends no referrer.
  if (origin === undefined || origin === 'null') return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
};

/**
 * A form needs no token against being sent by other sites: nothing but its address, which cannot be guessed, lets a sender
 * upload, and one that knows it can as well open the page. What a browser says of its own accord is believed all the same.
 */
export const checkOrigin: RequestHandler = (request, response, next) => {
  if (isForeign(request)) {
    response.locals['securityEvent'] = 'foreign_origin' satisfies SecurityEvent;
    throw new ForeignOrigin();
  }
  next();
};
