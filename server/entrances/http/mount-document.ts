import { Router, type Request, type RequestHandler } from 'express';
import { RequestError } from '#platform/errors';
import { explainViolations, type Expectations } from './explain-violations.ts';
import { bodyFieldsOf, decimalFieldsOf } from './body-fields.ts';
import { createJsonReader } from './read-json-body.ts';
import { createUploadReader } from './read-upload.ts';
import { refuseUnfitValues } from './refuse-unfit-values.ts';
import { requireScopes } from './require-scopes.ts';
import { readBack, writeBodies } from './written-bodies.ts';
import { uploadFormOf } from './upload-form.ts';
import { validateDocument } from './validate-document.ts';

export type MountedRoute = {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly security: readonly string[];
  /** What its caller must have been granted. */
  readonly scopes: readonly string[];
};

type Answer = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
type Handler = (request: unknown, caller: unknown) => Promise<Answer>;

export type DocumentMount = {
  readonly document: object;
  readonly routes: readonly MountedRoute[];
  /** By operationId. What this process has no handler for is answered like an unknown path. */
  readonly handlers: Readonly<Record<string, unknown>>;
  /** By operationId. */
  readonly expectations: Readonly<Record<string, Expectations>>;
  readonly isValidatingResponses: boolean;
  /** How a body is written, where JSON.stringify would not do. What it writes is JSON. */
  readonly writeBody?: (body: unknown) => string;
  /** Between authentication and the body: the limits of the caller. */
  readonly limit: RequestHandler;
  /** Where uploaded files wait while their requests are worked on. */
  readonly uploadDirectory: string;
};

/** What a path answers to: reading includes asking about it without the body. */
const allowedBy = ({ method }: MountedRoute): string[] => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]);

const answerWith =
  (handler: Handler): RequestHandler =>
  async (request: Request, response) => {
    const body: unknown = request.body;
    const { params, query, headers } = request;
    const { requestId, caller } = response.locals as { readonly requestId: string; readonly caller: unknown };
    const answer = await handler({ body, params, query, headers, requestId }, caller);
    response.status(answer.status).setHeaders(new Map(Object.entries(answer.headers ?? {})));
    if (answer.body === undefined) response.end();
    // Types generated from documents say `Blob` for a file.
    else if (answer.body instanceof Blob)
      response.type(answer.body.type).send(Buffer.from(await answer.body.arrayBuffer()));
    else response.json(answer.body);
  };

type Reading = { readonly read: readonly RequestHandler[]; readonly lend: (answer: RequestHandler) => RequestHandler };

/** How the body of an operation comes in: not at all, as JSON, or as a form with a file. */
const readingOf = ({ document, uploadDirectory }: DocumentMount, { operationId }: MountedRoute): Reading => {
  const form = uploadFormOf(document, operationId);
  if (form === null) {
    const hasBody = bodyFieldsOf(document, operationId, 'application/json') !== null;
    return {
      read: hasBody ? [createJsonReader(decimalFieldsOf(document, operationId))] : [],
      lend: (answer) => answer,
    };
  }
  const { read, lend } = createUploadReader(form, uploadDirectory);
  return { read: [read], lend };
};

const nameOperation =
  (operationId: string): RequestHandler =>
  (_request, response, next) => {
    response.locals['operationId'] = operationId;
    next();
  };

/**
 * Serves a document's operations: each route knows its operation, so what runs before the handler is only what this
 * operation needs.
 */
export const mountDocument = (mount: DocumentMount): Router => {
  const router = Router({ caseSensitive: true, strict: true });
  const validate = validateDocument(mount.document, mount.isValidatingResponses);
  const built = mount.routes.filter(({ operationId }) => operationId in mount.handlers);
  for (const route of built) {
    const handler = mount.handlers[route.operationId] as Handler;
    const method = route.method as 'get' | 'post';
    const { read, lend } = readingOf(mount, route);
    const expectations = mount.expectations[route.operationId] ?? {};
    router[method](
      route.path,
      nameOperation(route.operationId),
      ...(route.security.length > 0 ? [mount.limit] : []),
      ...(route.scopes.length > 0 ? [requireScopes(route.scopes)] : []),
      ...read,
      ...(mount.writeBody === undefined ? [] : [writeBodies(mount.writeBody)]),
      ...(route.security.length > 0
        ? [...validate, refuseUnfitValues(expectations), explainViolations(expectations)]
        : []),
      ...(mount.writeBody !== undefined && mount.isValidatingResponses ? [readBack(mount.writeBody)] : []),
      lend(answerWith(handler)),
    );
  }
  for (const path of new Set(built.map((route) => route.path))) {
    const allow = built.filter((route) => route.path === path).flatMap(allowedBy);
    router.all(path, () => {
      throw new RequestError('method_not_allowed', { allow });
    });
  }
  return router;
};
