import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { RequestHandler } from 'express';
import * as openApiValidator from 'express-openapi-validator';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';

const compile = (document: object, hasResponses: boolean): RequestHandler[] =>
  openApiValidator.middleware({
    apiSpec: document as OpenAPIV3.DocumentV3,
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: true, allErrors: true },
    // The quick pattern of a time, which is the package's own, takes the 30th of February.
    formats: { 'date-time': fullFormats['date-time'] },
    validateResponses: hasResponses,
    validateSecurity: false,
    fileUploader: false,
  }) as RequestHandler[];

const compiled = {
  withResponses: new WeakMap<object, RequestHandler[]>(),
  without: new WeakMap<object, RequestHandler[]>(),
};

/**
 * The contract's own validation of requests and, in tests and development, of our answers. One per document: the
 * package tries its paths one by one. Compiling one is half a second of work, and the same for every server of a process.
 */
export const validateDocument = (document: object, hasResponses: boolean): readonly RequestHandler[] => {
  const known = hasResponses ? compiled.withResponses : compiled.without;
  const validate = known.get(document) ?? compile(document, hasResponses);
  known.set(document, validate);
  return validate;
};
