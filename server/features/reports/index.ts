export { checkInvariants, type Finding } from './check-invariants.ts';
