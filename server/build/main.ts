import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeBuild } from './write-build.ts';

const directory = resolve(process.argv[2] ?? 'dist');
rmSync(directory, { recursive: true, force: true });
await writeBuild(directory);
process.stdout.write(`The server is in ${directory}: start it with node ${directory}/main.js\n`);
