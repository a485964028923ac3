import { createReadStream } from 'node:fs';
import { messageOf } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';

/** The beginning of a file: one byte more than `mostBytes` at most, by which a longer one is known. */
export const readBounded = async (path: string, mostBytes: number): Promise<Uint8Array> => {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream(path, { end: mostBytes })) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } catch (error) {
    throw new OperatorRefusal('file_unreadable', { path, reason: messageOf(error) });
  }
};
