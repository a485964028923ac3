import type { RequestHandler } from 'express';
import type { Tokens } from '#features/clients';

/** Half of the time that a new key is published before it signs: it is in every copy by then. */
export const jwksMaxAgeSeconds = 300;

/** Answers `GET /.well-known/jwks.json` (RFC 7517). */
export const listSigningKeys =
  ({ publishedKeys }: Pick<Tokens, 'publishedKeys'>): RequestHandler =>
  async (_request, response) => {
    const keys = await publishedKeys();
    response.setHeader('cache-control', `public, max-age=${jwksMaxAgeSeconds}`).json({ keys });
  };
