import './require-node.mjs';

// A Node that is too old cannot even link what this imports.
const { serve } = await import('./serve.ts');
await serve();
