import type { Terminal } from './terminal.ts';

export type Progress = { readonly done: number; readonly total: number };

const everyMs = 1_000;

/** Says once a second, and at the end, how far a long command has come: a line, or with `isJson` a line of JSON. */
export const createProgress = (terminal: Terminal, unit: string, isJson: boolean): ((progress: Progress) => void) => {
  let saidAtMs = performance.now();
  return ({ done, total }) => {
    const isOver = done >= total;
    if (!isOver && performance.now() - saidAtMs < everyMs) return;
    saidAtMs = performance.now();
    if (isJson) return terminal.print(JSON.stringify({ done, total }));
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    terminal.tell(`${done} of ${total} ${unit} (${percent} %)`);
  };
};
