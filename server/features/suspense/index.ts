export { listSuspense, requireSuspense, type SuspenseCause, type SuspenseItem } from './list-suspense.ts';
export { planSuspenseSettlement, ways, type SuspenseSettlementPlan, type Way } from './plan-suspense-settlement.ts';
export { findSettlement, settleSuspense, type SettlementOrder, type SettlementResult } from './settle-suspense.ts';
export { mostListed } from './suspense-store.ts';
export { watchSuspense } from './watch-suspense.ts';
