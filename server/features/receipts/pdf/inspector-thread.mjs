// Plain JavaScript, because a thread does not inherit its process's way of loading TypeScript.

// Before that way, which would look through the megabytes of these for it, in two seconds and 200 MB.
await import('./load-pdfjs.mjs');
await import('pdfjs-dist/legacy/build/pdf.mjs');

// A build is JavaScript, and installed without a loader for anything else.
if (import.meta.url.endsWith('/inspector-thread.mjs')) (await import('tsx/esm/api')).register();
await import('./answer-orders.ts');
