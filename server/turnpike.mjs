#!/usr/bin/env node
import './require-node.mjs';

const { register } = await import('tsx/esm/api');
register();
await import('./turnpike.ts');
