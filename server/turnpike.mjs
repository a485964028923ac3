#!/usr/bin/env node
import { existsSync } from 'node:fs';
import './require-node.mjs';

// The loader is a development package: where it was not installed, a server runs what was built.
const loader = await import('tsx/esm/api').catch(() => null);
const built = new URL('../dist/turnpike.js', import.meta.url);
if (loader !== null) {
  loader.register();
  await import('./turnpike.ts');
} else if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write('Nothing is built yet: run `npm ci && npm run build`, then `npm prune --omit=dev`.\n');
  process.exitCode = 1;
}
