import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { RequestError } from '#platform/errors';

/** Content that was received and waits outside of memory. */
export type Spooled = {
  readonly sizeBytes: number;
  /** SHA-256 of the content. */
  readonly digest: Buffer;
  readonly read: () => Promise<Buffer>;
};

export type Spool = {
  readonly write: (bytes: Buffer) => Promise<void>;
  /** What was written; nothing is written afterwards. */
  readonly finish: () => Spooled;
  /** Gives the disk space back, once what is being read or written is. It never rejects: its caller could do nothing about it. */
  readonly close: () => Promise<void>;
};

/** Each is an open file, of which a process may have only so many, and up to a whole upload on the disk. */
export const mostSpools = 256;

let spools = 0;

type Place = { readonly handle: FileHandle; readonly remove: () => Promise<void> };

// On Linux, where the file system knows it: a file that never has a name.
const nameless = 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR;

const openNamed = async (directory: string): Promise<Place> => {
  const path = join(directory, `turnpike-upload-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  const isNameless = await unlink(path).then(
    () => true,
    () => false,
  );
  return { handle, remove: async () => (isNameless ? undefined : rm(path, { force: true })) };
};

/** Without a name the file ends with the process, however that ends. Where open files keep theirs it is removed later. */
const openNameless = async (directory: string): Promise<Place> => {
  if (process.platform !== 'linux') return openNamed(directory);
  const handle = await open(directory, nameless, 0o600).catch(() => null);
  return handle === null ? openNamed(directory) : { handle, remove: () => Promise.resolve() };
};

const writeAll = async (handle: FileHandle, bytes: Buffer): Promise<void> => {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written)).bytesWritten;
  }
};

const readAll = async (handle: FileHandle, sizeBytes: number): Promise<Buffer> => {
  const content = Buffer.allocUnsafeSlow(sizeBytes);
  for (let read = 0; read < sizeBytes; ) {
    const { bytesRead } = await handle.read(content, read, sizeBytes - read, read);
    if (bytesRead === 0) throw new Error('A spooled upload is shorter than what was written.');
    read += bytesRead;
  }
  return content;
};

/** A full disk, and too many uploads at once, are a matter of waiting for the client that uploads. */
export const openSpool = async (directory: string): Promise<Spool> => {
  if (spools >= mostSpools) throw new RequestError('temporarily_unavailable');
  spools += 1;
  const { handle, remove } = await openNameless(directory).catch((error: unknown) => {
    spools -= 1;
    throw error;
  });
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await handle.close().catch(() => undefined);
    spools -= 1;
    await remove().catch(() => undefined);
  };
  return {
    write: async (bytes) => {
      hash.update(bytes);
      sizeBytes += bytes.length;
      await writeAll(handle, bytes);
    },
    finish: () => ({ sizeBytes, digest: hash.digest(), read: () => readAll(handle, sizeBytes) }),
    close: () => (closing ??= close()),
  };
};
