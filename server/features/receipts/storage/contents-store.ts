import { runStatement, type Database, type Statement } from '#platform/database';
import type { SealedContent } from './content-cipher.ts';
import type { FileRef } from './storage.ts';

const insertion: Statement = {
  name: 'receipt_content_insert',
  text: `insert into receipt_contents (shop_id, file_id, key_encrypted, content) values ($1, $2, $3, $4)
    on conflict (shop_id, file_id) do nothing`,
};

/** Leaves a content that is there as it is. Fails for a file that has no row. */
export const insertContent = async (database: Database, file: FileRef, sealed: SealedContent): Promise<void> => {
  await runStatement(database, insertion, [file.shopId, file.fileId, sealed.keyEncrypted, sealed.content]);
};

// Bytes come as text: base64 is shorter than the usual hexadecimal, and quicker to read.
const reading: Statement = {
  name: 'receipt_content_read',
  text: `select key_encrypted as "keyEncrypted", encode(content, 'base64') as content
    from receipt_contents where shop_id = $1 and file_id = $2`,
};

type Read = { readonly keyEncrypted: Buffer; readonly content: string };

export const readContent = async (database: Database, { shopId, fileId }: FileRef): Promise<SealedContent | null> => {
  const [row] = await runStatement<Read>(database, reading, [shopId, fileId]);
  return row === undefined ? null : { ...row, content: Buffer.from(row.content, 'base64') };
};

const readingKey: Statement = {
  name: 'receipt_content_read_key',
  text: `select key_encrypted from receipt_contents where shop_id = $1 and file_id = $2`,
};

/** Null where there is no content; the content itself stays where it is. */
export const readContentKey = async (database: Database, { shopId, fileId }: FileRef): Promise<Buffer | null> =>
  (await runStatement<{ key_encrypted: Buffer }>(database, readingKey, [shopId, fileId]))[0]?.key_encrypted ?? null;

const deletion: Statement = {
  name: 'receipt_content_delete',
  text: `delete from receipt_contents where shop_id = $1 and file_id = $2`,
};

export const deleteContent = async (database: Database, { shopId, fileId }: FileRef): Promise<void> => {
  await runStatement(database, deletion, [shopId, fileId]);
};
