import { createHash } from 'node:crypto';
import { createReceiptStorages } from '#features/receipts';
import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';
import { createKeyRing } from '#platform/secrets';
import { testKeys } from '#test/support/settings';
import type { Books } from './bank-books.ts';
import { contentOf } from './merchants.ts';
import type { Story } from './merchant-requests.ts';
import type { Decided } from './operators.ts';

type FileRow = {
  readonly shop_id: ShopId;
  readonly file_id: string;
  readonly operation_id: string;
  readonly digest: string;
};

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const recorded = `select shop_id, file_id, operation_id, encode(digest, 'hex') as digest from receipt_files where state = 'recorded'`;

const strays = `
  select coalesce(f.file_id, c.file_id) as file_id, f.state, c.file_id is not null as is_stored
  from receipt_files f full join receipt_contents c using (shop_id, file_id)
  where f.state is distinct from 'recorded' or c.file_id is null`;

const storedFaults = async (database: Database, rows: readonly FileRow[]): Promise<string[]> => {
  const { rows: found } = await database.raw<{ rows: object[] }>(strays);
  const settings = { RECEIPT_STORAGE: 'postgres', S3_REGION: 'nowhere' } as const;
  const { current } = createReceiptStorages(settings, { database, keyRing: createKeyRing(testKeys) });
  const faults = found.map((stray) => `a row and a content do not have each other: ${JSON.stringify(stray)}`);
  for (const { shop_id: shopId, file_id: fileId, digest } of rows) {
    const content = await current.get({ shopId, fileId }).catch(() => null);
    if (content !== null && hashOf(content) !== digest) faults.push(`the content of ${fileId} is another`);
  }
  return faults;
};

/** What a merchant was told of its uploads: what was taken is on record, and what was refused each time is not. */
const uploadFaults = (rows: readonly FileRow[], stories: readonly Story[]): string[] =>
  stories.flatMap((story) =>
    [...new Set(story.answers.flatMap(({ sent }) => sent ?? []))].flatMap((file) => {
      const own = story.answers.filter(({ sent }) => sent === file);
      const operationId = own.find(({ body }) => body['operation_id'] !== undefined)?.body['operation_id'];
      const digest = hashOf(contentOf(story, file));
      const found = rows.filter((row) => row.digest === digest);
      const isTaken = own.some(({ status }) => status === 200);
      if (isTaken && found.length !== 1)
        return [`${story.identifier}: the ${file} file was taken, and is there ${found.length} times`];
      if (isTaken && found[0]!.operation_id !== operationId)
        return [`${story.identifier}: the ${file} file is another payment's`];
      const isKnown = !isTaken && !story.unanswered.has(file);
      return isKnown && found.length > 0 ? [`${story.identifier}: the ${file} file was refused, and is on record`] : [];
    }),
  );

const givenFaults = (rows: readonly FileRow[], { reviews }: Books): string[] => {
  const digests = new Map(rows.map((row) => [row.file_id, row.digest]));
  return [...reviews.given()].flatMap(([fileId, { digest }]) =>
    digests.get(fileId) === digest ? [] : [`a bank was given the file ${fileId}, which is not what is on record`],
  );
};

type Outcome = {
  readonly operation_id: string;
  readonly status: string;
  readonly cancel_reason: string | null;
  readonly actual: string;
};

const ends = { approve: 'receipt.approved', reject: 'receipt.rejected', 'ask again': 'receipt.asked_again' } as const;

/** What an operator was told to have decided is so, and was written down once for each time. */
const decisionFaults = async (database: Database, decided: readonly Decided[]): Promise<string[]> => {
  const { rows } = await database.raw<{ rows: Outcome[] }>(
    `select operation_id, status, cancel_reason, actual_amount::text as actual from operations`,
  );
  const entries = await database('audit_log').whereLike('action', 'receipt.%').select('subject', 'action');
  const outcomes = new Map(rows.map((row) => [row.operation_id, row]));
  return decided.flatMap(({ operationId, way, amount }) => {
    const { status, cancel_reason: reason, actual } = outcomes.get(operationId)!;
    const action = ends[way as keyof typeof ends];
    const count = entries.filter((entry) => entry.subject === operationId && entry.action === action).length;
    const isTrue =
      way === 'ask again' ||
      (way === 'approve'
        ? status === 'completed' && actual === amount
        : status === 'cancelled' && reason === 'receipt_rejected');
    return isTrue && count === 1
      ? []
      : [`an operator decided: ${way} ${amount ?? ''}; it is ${status} / ${reason} / ${actual}, with ${count} entries`];
  });
};

type Evidence = {
  readonly database: Database;
  readonly stories: readonly Story[];
  readonly books: Books;
  readonly decided: readonly Decided[];
};

/** Every way in which receipts are not what was said of them. */
export const receiptFaults = async ({ database, stories, books, decided }: Evidence): Promise<readonly string[]> => {
  const { rows } = await database.raw<{ rows: FileRow[] }>(recorded);
  return [
    ...(await storedFaults(database, rows)),
    ...uploadFaults(rows, stories),
    ...givenFaults(rows, books),
    ...books.reviews.complaints(),
    ...(await decisionFaults(database, decided)),
  ];
};
