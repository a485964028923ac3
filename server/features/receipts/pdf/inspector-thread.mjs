// Plain JavaScript, because a thread does not inherit its process's way of loading TypeScript.
import { register } from 'tsx/esm/api';

// What pages are drawn with. Nothing is drawn here, but the names are wanted while the modules load.
class NeverDrawn {}
Object.assign(globalThis, { DOMMatrix: NeverDrawn, ImageData: NeverDrawn, Path2D: NeverDrawn });

// Before the way of loading TypeScript, which would look through the megabytes of these for it, in two seconds and 200 MB.
globalThis.pdfjsWorker = await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
await import('pdfjs-dist/legacy/build/pdf.mjs');

register();
await import('./answer-orders.ts');
