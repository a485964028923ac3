export { readKeyRingStatus, type KeyRingStatus, type KeyUse } from './key-ring-status.ts';
export { rotateKeyRing, type Rotation, type RotationProgress } from './rotate-key-ring.ts';
export { shredNumbers, type ShredNeeds } from './shred-numbers.ts';
