import { open, unlink } from 'node:fs/promises';
import { messageOf } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';

/**
 * Writes a file that was not there before, for its owner alone to read. Its place is taken before the content is asked
 * for, and given up when that cannot be had.
 * @throws OperatorRefusal when it is there already, or cannot be written
 */
export const writeNewFile = async (path: string, contentOf: () => Promise<Buffer>): Promise<void> => {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new OperatorRefusal('file_exists', { path });
    throw new OperatorRefusal('file_not_writable', { path, reason: messageOf(error) });
  });
  try {
    await file.writeFile(await contentOf());
  } catch (error) {
    await unlink(path);
    throw error;
  } finally {
    await file.close();
  }
};
