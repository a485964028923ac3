import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The rows of a file of `server/database/reference/`: columns stand between tabs, lines that begin with # are about it. */
export const readReference = (file: string): readonly (readonly string[])[] =>
  readFileSync(createRequire(import.meta.url).resolve(`#files/reference/${file}`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
