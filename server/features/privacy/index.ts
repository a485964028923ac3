export { readKeyRingStatus, type KeyRingStatus, type KeyState } from './key-ring-status.ts';
export { isKeyRingNeeded, openKeyRing } from './open-key-ring.ts';
export { rotateKeyRing, type Rotation, type RotationProgress } from './rotate-key-ring.ts';
export { shredNumbers, type ShredNeeds } from './shred-numbers.ts';
export { watchKeyRing } from './watch-key-ring.ts';
