import type { ShopId } from '#platform/ids';

export type FileRef = { readonly shopId: ShopId; readonly fileId: string };

export type StorageName = 'postgres' | 's3';

/**
 * Where uploaded files lie. Every method rejects when the storage cannot be reached, or does not answer in time; a file
 * that should be there and is not counts as that too.
 */
export type ReceiptStorage = {
  readonly name: StorageName;
  /** Resolves once the content is durable. Putting the same file again changes nothing. */
  readonly put: (file: FileRef, content: Buffer) => Promise<void>;
  readonly get: (file: FileRef) => Promise<Buffer>;
  /** Removing a file that is not there changes nothing. */
  readonly remove: (file: FileRef) => Promise<void>;
  /**
   * A link of the storage's own to a file that is there, as an attachment under this name; null where the file has to be
   * served by us.
   */
  readonly linkTo: (file: FileRef, fileName: string, lifetimeSeconds: number) => Promise<string | null>;
};

/** Files know which storage they are in: after a change of the setting the old ones are still read. */
export type ReceiptStorages = {
  /** Where new files go. */
  readonly current: ReceiptStorage;
  /** Rejects like a storage that cannot be reached where the configuration has no such storage any more. */
  readonly of: (name: StorageName) => ReceiptStorage;
};
