import { readFileSync } from 'node:fs';

/** The inspecting processes that this process has started. Only Linux tells. */
export const inspectorsOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('/inspector'));
