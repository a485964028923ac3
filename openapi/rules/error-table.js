import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const source = new URL('../h2h/error-table.yaml', import.meta.url);

/** By the server's code: what the envelope and the token endpoint say, and the sentences that stand alone. */
export const { envelope, token, sentences } = parse(readFileSync(source, 'utf8'));
