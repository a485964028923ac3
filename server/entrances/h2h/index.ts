import { Router, type RequestHandler } from 'express';
import document from '#generated/h2h/openapi.json' with { type: 'json' };
import type { Handlers } from '#generated/h2h/handlers';
import { routes } from '#generated/h2h/routes';
import { expectations } from '#generated/h2h/violations';
import type { Caller } from '#features/access';
import { writeExactly } from '#platform/exact-json';
import type { PathTemplate } from '../http/path-templates.ts';
import { mountDocument } from '../http/mount-document.ts';
import type { MountedDocument } from '../http/mounted-documents.ts';
import { h2hBanks, type BanksFeature } from './banks.ts';
import { h2hOperations, type OperationsFeature } from './operations.ts';
import { h2hPayIns, type PayInsFeature } from './pay-ins.ts';
import { h2hPayOuts, type PayOutsFeature } from './pay-outs.ts';
import { renderRefusal } from './refusals.ts';
import { renderTokenRefusal } from './token-refusals.ts';

export { renderEvent } from './events.ts';

export type H2hNeeds = {
  readonly features: PayInsFeature & PayOutsFeature & OperationsFeature & BanksFeature;
  /** Checks the token before anything else of the request is read. */
  readonly authenticate: RequestHandler;
  /** Answers for tokens and the keys that they are signed with. */
  readonly oauth: { readonly paths: readonly PathTemplate[]; readonly router: Router };
  readonly limit: RequestHandler;
  readonly isValidatingResponses: boolean;
  /** False for a process that only works on jobs. */
  readonly isServing: boolean;
};

/** What OAuth 2 describes and not this API alone has an entrance of its own. */
type OwnHandlers = Omit<Handlers<Caller>, 'issueToken' | 'listSigningKeys'>;

export const createH2hHandlers = (features: H2hNeeds['features']) =>
  ({
    ...h2hPayIns(features),
    ...h2hPayOuts(features),
    ...h2hOperations(features),
    ...h2hBanks(features),
  }) satisfies OwnHandlers;

const tokenPath = '/oauth/token';
const basePaths = ['/host2host', '/operation', '/masterdata'];

/**
 * The host-to-host API: its operations, of which none is answered without a token, and before them the token endpoint,
 * whose refusals have the form of OAuth 2.
 */
export const mountH2h = (needs: H2hNeeds): readonly MountedDocument[] => {
  const { oauth, isServing } = needs;
  const router = Router({ caseSensitive: true });
  router.use(basePaths, needs.authenticate);
  router.use(
    mountDocument({
      document,
      routes,
      expectations,
      handlers: isServing ? createH2hHandlers(needs.features) : {},
      isValidatingResponses: needs.isValidatingResponses,
      writeBody: writeExactly,
      limit: needs.limit,
      uploadDirectory: '',
    }),
  );
  const tokens = isServing ? oauth.router : Router();
  return [
    {
      basePaths: [tokenPath],
      paths: oauth.paths.filter(({ path }) => path === tokenPath),
      router: tokens,
      renderError: renderTokenRefusal,
    },
    { basePaths, paths: routes, router, renderError: renderRefusal },
  ];
};
