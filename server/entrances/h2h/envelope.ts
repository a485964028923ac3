import type { components } from '#generated/h2h/types';

type Result = components['schemas']['SuccessResult'];

const success = (requestId: string): Result => ({
  status: 'success',
  'x-request-id': requestId,
  codeError: 'none',
  codeErrorExt: 'none',
  message: '',
});

/** An answer in the envelope; one operation counts none. */
export const inEnvelope = <Data, Total extends number>(requestId: string, data: Data, totalNumberRecords: Total) => ({
  result: success(requestId),
  data,
  totalNumberRecords,
});
