import { expect } from '@jest/globals';
import type { OperatorRefusal, RefusalCode, RefusalDetails } from '#platform/refusals';

/** Matches the refusal of this code; of its details those that are named. */
export const refused = <Code extends RefusalCode>(
  code: Code,
  details: Partial<RefusalDetails[Code]> = {},
): OperatorRefusal =>
  expect.objectContaining({
    name: 'OperatorRefusal',
    code,
    details: expect.objectContaining(details),
  }) as unknown as OperatorRefusal;
