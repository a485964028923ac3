import { RequestError } from '#platform/errors';
import type { Lookup } from './operation.ts';

/**
 * The same answer whether there is none or another shop has it; which, is for the log. Merchants' own identifiers are no secret
 * and alike in many shops: asking for one tells nothing.
 */
export const operationNotFound = (lookup: Lookup): RequestError =>
  'operationId' in lookup
    ? new RequestError('operation_not_found', {
        securityEvent: 'operation_unknown',
        soughtOperationId: lookup.operationId,
      })
    : new RequestError('operation_not_found');
