export type { AttemptEnd, AttemptStart, LegInHand } from './attempt.ts';
export { createAttemptsStore, type AttemptKind, type AttemptsStore } from './attempts-store.ts';
export { failOver } from './fail-over.ts';
export { claimAttempts } from './claim-attempts.ts';
export { requireEvidence } from './require-evidence.ts';
