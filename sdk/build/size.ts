import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { limits, measureBytes, measureImportMs } from './measure.ts';

const [file = '', nodeFile = ''] = ['index.mjs', 'node.mjs'].map((name) =>
  fileURLToPath(new URL(`../dist/${name}`, import.meta.url)),
);
if (!existsSync(file) || !existsSync(nodeFile)) {
  console.error('size: there is no dist/; run `npm run build -w sdk` first');
  process.exit(1);
}

const bytes = measureBytes(file);
const importMs = measureImportMs(nodeFile);
console.log(`size: ${bytes} bytes minified and compressed (limit ${limits.bytes})`);
console.log(`size: ${importMs.toFixed(1)} ms of CPU for a first import (limit ${limits.importMs})`);
if (bytes >= limits.bytes || importMs >= limits.importMs) process.exitCode = 1;
