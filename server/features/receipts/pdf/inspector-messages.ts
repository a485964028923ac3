import type { Expected, Inspection } from './inspection.ts';

export type InspectionLimits = { readonly timeoutMs: number; readonly cpuMs: number; readonly memoryMb: number };

export type InspectionOrder = { readonly content: Uint8Array; readonly expected: Expected };

export type InspectorReport =
  | { readonly kind: 'ready' }
  /** What happens from now on is the file's doing. */
  | { readonly kind: 'begun' }
  /** `canGoOn` is false from a process that has grown too much to take another file, and ends. */
  | { readonly kind: 'inspected'; readonly inspection: Inspection; readonly canGoOn: boolean }
  /** The file went beyond a limit; the process ends. */
  | { readonly kind: 'exceeded'; readonly fault: string }
  /** Nothing to do with a file: the process cannot work. */
  | { readonly kind: 'failed'; readonly message: string };

export const tooMuchMemory = 'Reading it takes more memory than a receipt does.';
export const tooMuchComputing = 'Reading it takes more computing than a receipt does.';
