export {
  importSettlementFile,
  surveySettlementFile,
  type ImportProgress,
  type SettlementOrder,
} from './import-settlement.ts';
export {
  listDue,
  listMismatches,
  listSettlementFiles,
  requireMismatch,
  showSettlementFile,
  type Mismatch,
  type OpenMismatch,
} from './list-mismatches.ts';
export { mostListed, type FileTotals, type MismatchFilter, type MismatchKind } from './mismatches-store.ts';
export { resolutionWays, resolveMismatch, type ResolutionOrder, type ResolutionWay } from './resolve-mismatch.ts';
export type { SettlementFile } from './settlement-files-store.ts';
export { mostMappingBytes, readMapping, type SettlementMapping } from './settlement-mapping.ts';
export type { SettlementSource, SettlementSurvey } from './survey-settlement.ts';
