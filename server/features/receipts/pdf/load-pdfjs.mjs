// Plain JavaScript, because a thread loads it before it can load TypeScript; see inspector-thread.mjs.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

// What pages are drawn with. Nothing is drawn here, but the names are wanted while the modules load.
class NeverDrawn {}
Object.assign(globalThis, { DOMMatrix: NeverDrawn, ImageData: NeverDrawn, Path2D: NeverDrawn });

const exported = 'export { WorkerMessageHandler };';
const core = [
  'Catalog',
  'DecodeStream',
  'Dict',
  'Name',
  'Parser',
  'Stream',
  'WorkerMessageHandler',
  'setVerbosityLevel',
];

/** pdfjs with the parts named above, which it has and does not export; see docs/decisions/0038. */
const loadWorker = async () => {
  const source = await readFile(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.mjs')), 'utf8');
  const end = source.lastIndexOf(exported);
  if (end < 0) throw new Error('pdfjs exports something else than it did: its inner parts cannot be reached.');
  // A name of its own, or each line of a stack would be its whole source.
  const opened = `${source.slice(0, end)}export { ${core.join(', ')} };\n//# sourceURL=pdf.worker.opened.mjs\n`;
  return import(`data:text/javascript;base64,${Buffer.from(opened).toString('base64')}`);
};

// Where pdfjs looks for its worker before it would load one.
globalThis.pdfjsWorker ??= await loadWorker();
