import { parentPort } from 'node:worker_threads';
import { inspectContent } from './inspect-content.ts';
import type { InspectionOrder } from './inspector-messages.ts';

parentPort?.on('message', ({ content, expected }: InspectionOrder) => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  void inspectContent(bytes, expected).then((inspection) => parentPort?.postMessage(inspection));
});
parentPort?.postMessage('ready');
