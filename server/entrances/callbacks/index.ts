import { Router, type Request, type RequestHandler } from 'express';
import { RequestError } from '#platform/errors';
import { createRecentCache } from '#platform/recent-cache';
import { isSigned } from '#platform/webhook-signatures';
import { isCompressed } from '../http/body-headers.ts';
import type { MountedDocument } from '../http/mounted-documents.ts';
import { readBodyText } from '../http/read-body-text.ts';
import { renderConnectorProblem } from './problems.ts';
import { readCallback } from './read-callback.ts';
import { recordCallback, type RecordNeeds } from './record-callback.ts';

export type CallbacksNeeds = RecordNeeds & {
  /** What a connector may have signed with; none where there is no such connector. */
  readonly readSecrets: (providerId: string) => Promise<readonly string[]>;
  /** False for a process that only works on jobs. */
  readonly isServing: boolean;
};

const basePath = '/connector';
const path = `${basePath}/v1/callbacks/:provider_id`;
const paths = [
  { path, template: `${basePath}/v1/callbacks/{provider_id}`, method: 'post', operationId: 'receiveCallback' },
];

const isJson = ({ headers }: Request): boolean =>
  /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(headers['content-type'] ?? '');

const signatureIn = ({ headers }: Request): Record<string, string> =>
  Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name] ?? '')]),
  );

/** A signature is of the bytes as they came, so it is checked before anything of them is read. */
const receive = (needs: CallbacksNeeds): RequestHandler => {
  const secretsOf = createRecentCache({ maxAgeMs: 1_000, maxEntries: 1_000, load: needs.readSecrets });
  return async (request, response) => {
    response.locals['operationId'] = 'receiveCallback';
    const providerId = String(request.params['provider_id']);
    if (!isJson(request) || isCompressed(request)) throw new RequestError('unsupported_media_type');
    const text = await readBodyText(request, response);
    if (!isSigned(await secretsOf(providerId), signatureIn(request), text)) {
      throw new RequestError('api_key_invalid', { securityEvent: 'callback_forged' });
    }
    await recordCallback(needs, providerId, readCallback(text));
    response.status(204).end();
  };
};

/** Where connectors tell what became of their orders. */
export const mountCallbacks = (needs: CallbacksNeeds): MountedDocument => {
  const router = Router({ caseSensitive: true, strict: true });
  if (needs.isServing) {
    router.post(path, receive(needs));
    router.all(path, () => {
      throw new RequestError('method_not_allowed', { allow: ['POST'] });
    });
  }
  return { basePaths: [basePath], paths, router, renderError: renderConnectorProblem };
};
