#!/usr/bin/env node
// Plain JavaScript that any Node understands, so that one too old gets a sentence instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`turnpike: Node 20.19 or newer is needed; this is ${process.version}.`);
  process.exit(1);
}
const { register } = await import('tsx/esm/api');
register();
await import('./turnpike.ts');
