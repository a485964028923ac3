import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Experience } from './bystander.ts';
import type { MemoryFigures } from './watched-server.ts';

const directory = fileURLToPath(new URL('../../results/overload', import.meta.url));

/** Leaves what was measured beside the results of the run: figures are for people, tests assert bounds only. */
export const noteFigures = (name: string, memory: MemoryFigures, { requests, p50Ms, p99Ms }: Experience): void => {
  mkdirSync(directory, { recursive: true });
  const figures = { name, ...memory, bystander: { requests, p50Ms, p99Ms } };
  writeFileSync(`${directory}/${name.replaceAll(' ', '-')}.json`, `${JSON.stringify(figures)}\n`);
};
