export { checkInvariants, type Finding } from './check-invariants.ts';
export { listContradictions, mostContradictions, type Contradiction } from './list-contradictions.ts';
