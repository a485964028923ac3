export { applySetup, previewSetup, type Applied, type SetupNeeds } from './apply-setup.ts';
export { exportSetup } from './export-setup.ts';
export type { Plan } from './plan-setup.ts';
export { readSetupFile, type ReadSetup } from './read-setup-file.ts';
export type { ShownSecret } from './write-change.ts';
export type { Change, Item } from './setup-items.ts';
export { standardMethods } from './standard-methods.ts';
export type { Demo } from './demo-file.ts';
export { seedDemo, type DemoPlaces } from './seed-demo.ts';
