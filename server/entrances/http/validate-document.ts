import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { RequestHandler } from 'express';
import * as openApiValidator from 'express-openapi-validator';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types.js';

/**
 * The contract's own validation of requests and, in tests and development, of our answers. One per document: the
 * package tries its paths one by one.
 */
export const validateDocument = (document: object, hasResponses: boolean): RequestHandler[] =>
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
