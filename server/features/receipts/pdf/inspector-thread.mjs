// Plain JavaScript, because a thread does not inherit its process's way of loading TypeScript.
import { register } from 'tsx/esm/api';

// Before the way of loading TypeScript, which would look through the megabytes of these for it, in two seconds and 200 MB.
await import('./load-pdfjs.mjs');
await import('pdfjs-dist/legacy/build/pdf.mjs');

register();
await import('./answer-orders.ts');
