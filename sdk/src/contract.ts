/** The contract that this package speaks: what was generated of it, and nothing that runs. */
export type { paths } from '../../generated/v1/types.ts';
export type { problems } from '../../generated/v1/problems.ts';
