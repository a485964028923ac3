import { claimDue } from '#platform/claim-due';
import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import { newId, type AttemptId, type OperationId, type ShopId } from '#platform/ids';
import type { OperationScope } from '#features/operations';
import type { Scan } from '../antivirus/antivirus.ts';
import type { Inspection } from '../pdf/inspection.ts';
import type { FileRef, StorageName } from '../storage/storage.ts';
import type { Upload } from './upload.ts';

export type NewFile = FileRef & { readonly operationId: string };

/** Why a file is in an operator's hands before its provider has seen it; null: the provider reviews it. */
export type Doubt = 'potential_fake' | 'not_terminal' | null;

/** What was found in a file before it was recorded. */
export type Found = Inspection & { readonly antivirus: Scan };

type Outcome<Outcomes extends string> = { readonly outcome: Outcomes };

const beginReceipt: Statement = {
  name: 'begin_receipt',
  text: `select begin_receipt($1, $2, $3, $4, $5, $6, $7) as outcome`,
};

const recordFile: Statement = {
  name: 'record_receipt_file',
  text: `select record_receipt_file($1, $2, $3, $4) as outcome`,
};

// A directory of all shops, so it is written by itself. What is there stays, and is answered.
const rememberDigest: Statement = {
  name: 'remember_receipt_digest',
  text: `insert into receipt_digests as known (digest, shop_id, operation_id) values ($1, $2, $3)
    on conflict (digest) do update set operation_id = known.operation_id
    returning operation_id <> $3 as is_used_elsewhere`,
};

const judgeFile: Statement = {
  name: 'judge_receipt_file',
  text: `select judge_receipt_file($1, $2, $3, $4, $5, $6)`,
};

// By receipt_files_to_judge: recorded by a process that did not go on.
const filesToJudge = {
  find: {
    name: 'find_receipt_files_to_judge',
    text: `select shop_id, file_id as id, now() as found_at from receipt_files
      where judge_at <= now() order by judge_at limit $1`,
  },
  claim: {
    name: 'claim_receipt_files_to_judge',
    text: `with held as (
        select file_id, judge_at from receipt_files
        where shop_id = $1 and file_id = any($2::uuid[]) for update skip locked
      )
      update receipt_files f set judge_at = $3::timestamptz + interval '15 seconds'
      from held
      where held.judge_at <= $3::timestamptz and f.shop_id = $1 and f.file_id = held.file_id
      returning f.shop_id as "shopId", f.file_id as "fileId", f.operation_id as "operationId", f.digest, f.findings`,
  },
};

/** One that is its payment's, and of which it is not known yet whether it was used before. */
export type RecordedFile = NewFile & { readonly digest: Buffer; readonly findings: Found };

// What is recorded stays; marking it first keeps it from being recorded. The sweep comes a minute later, in case
// that it is not removed before.
const giveUpFile: Statement = {
  name: 'give_up_receipt_file',
  text: `update receipt_files set state = 'removing', updated_at = now() + interval '1 minute'
    where shop_id = $1 and file_id = $2 and state = 'storing'`,
};

const findRecorded: Statement = {
  name: 'find_recorded_receipt_file',
  text: `select from receipt_files where shop_id = $1 and file_id = $2 and state = 'recorded'`,
};

const forgetFile: Statement = {
  name: 'forget_receipt_file',
  text: `delete from receipt_files where shop_id = $1 and file_id = $2 and state = 'removing'`,
};

// By receipt_files_to_remove: what is to go, and what no living request can still be storing. A storage that is away is
// asked again in a minute.
const filesToRemove = {
  find: {
    name: 'find_receipt_files_to_remove',
    text: `select shop_id, file_id as id, now() as found_at from receipt_files
      where state <> 'recorded'
        and updated_at < now() - case when state = 'storing' then interval '15 minutes' else interval '0' end
      order by updated_at limit $1`,
  },
  claim: {
    name: 'claim_receipt_files_to_remove',
    text: `with held as (
        select file_id, state, updated_at from receipt_files
        where shop_id = $1 and file_id = any($2::uuid[]) for update skip locked
      )
      update receipt_files f set state = 'removing', updated_at = $3::timestamptz + interval '1 minute'
      from held
      where held.state <> 'recorded'
        and held.updated_at < $3::timestamptz - case when held.state = 'storing' then interval '15 minutes' else interval '0' end
        and f.shop_id = $1 and f.file_id = held.file_id
      returning f.shop_id, f.file_id, f.storage`,
  },
};

export type FileToRemove = { readonly shop_id: ShopId; readonly file_id: string; readonly storage: StorageName };

// By receipt_files_to_submit. A provider that says nothing is given the file again after a while, which costs nothing: it
// reviews each file once.
const filesToSubmit = {
  find: {
    name: 'find_receipt_files_to_submit',
    text: `select shop_id, file_id as id, now() as found_at,
        now() + least(power(2, least(submissions, 10)), 600) * interval '1 second' + interval '15 seconds' as next_at
      from receipt_files where submit_at <= now() order by submit_at limit $1`,
  },
  claim: {
    name: 'claim_receipt_files_to_submit',
    text: `with held as (
        select file_id, submit_at from receipt_files
        where shop_id = $1 and file_id = any($2::uuid[]) for update skip locked
      ), claimed as (
        update receipt_files f set submissions = f.submissions + 1, submit_at = next.at
        from held join unnest($2::uuid[], $4::timestamptz[]) as next (file_id, at) on next.file_id = held.file_id
        where held.submit_at <= $3 and f.shop_id = $1 and f.file_id = held.file_id
        returning f.shop_id, f.file_id, f.operation_id, f.storage, f.uploaded_at
      )
      select c.shop_id, c.file_id, c.storage, c.operation_id, extract(epoch from $3::timestamptz - c.uploaded_at)::integer as waited_seconds,
        (select o.attempt_id from operations o
          where o.shop_id = $1 and o.operation_id = c.operation_id
            and o.status = 'awaiting_confirmation' and o.receipt_file_id = c.file_id) as attempt_id
      from claimed c`,
  },
};

export type FileToSubmit = FileToRemove & {
  readonly operation_id: OperationId;
  /** Null where the file is not under review any more. */
  readonly attempt_id: AttemptId | null;
  /** Since it was uploaded. */
  readonly waited_seconds: number;
};

const endSubmission: Statement = {
  name: 'end_receipt_submission',
  text: `update receipt_files set submit_at = null where shop_id = $1 and file_id = $2`,
};

// The verdict comes by itself; only when it does not, the file is given again.
const awaitVerdict: Statement = {
  name: 'await_receipt_verdict',
  text: `update receipt_files set submit_at = now() + interval '10 minutes'
    where shop_id = $1 and file_id = $2 and submit_at is not null`,
};

const findProvider: Statement = {
  name: 'find_provider_of_attempt',
  text: `select provider_id from attempts where shop_id = $1 and attempt_id = $2`,
};

export const createReceiptFilesStore = (database: Database) => {
  const run = async (statement: Statement, { shopId, fileId }: FileRef): Promise<void> => {
    await runStatement(database, statement, [shopId, fileId]);
  };
  return {
    /** `begun`: the row is there, and the content may follow. */
    begin: async ({ shopId, api }: OperationScope, file: NewFile, upload: Upload, storage: StorageName) => {
      const { outcome } = await runForRow<Outcome<'begun' | 'same_file' | 'wrong_state' | 'not_found' | 'too_many'>>(
        database,
        beginReceipt,
        [shopId, api, file.operationId, file.fileId, upload.digest, upload.sizeBytes, storage],
      );
      return outcome;
    },
    /** The content of a file that is not `recorded` has to go; one that is, is to be judged. */
    record: async (file: NewFile, found: Found) => {
      const values = [file.shopId, file.operationId, file.fileId, JSON.stringify(found)];
      return (await runForRow<Outcome<'recorded' | 'same_file' | 'wrong_state'>>(database, recordFile, values)).outcome;
    },
    /** Whether another payment had brought the same content before. The first one that is remembered stays. */
    remember: async ({ digest, shopId, operationId }: RecordedFile): Promise<boolean> =>
      (await runForRow<{ is_used_elsewhere: boolean }>(database, rememberDigest, [digest, shopId, operationId]))
        .is_used_elsewhere,
    /** Changes nothing of a file that was judged. */
    judge: async (file: NewFile, isUsedElsewhere: boolean, doubt: Doubt): Promise<void> => {
      const values = [file.shopId, file.operationId, file.fileId, isUsedElsewhere, doubt, newId()];
      await runStatement(database, judgeFile, values);
    },
    claimToJudge: (limit: number) => claimDue<RecordedFile>(database, filesToJudge, [], limit),
    /** False where it is recorded after all: its commit was not heard of. Nothing records it any more after true. */
    giveUp: async (file: FileRef): Promise<boolean> => {
      await run(giveUpFile, file);
      // In a statement of its own: it may have waited for the request that records the file just now.
      return (await runStatement(database, findRecorded, [file.shopId, file.fileId])).length === 0;
    },
    forget: (file: FileRef) => run(forgetFile, file),
    claimToRemove: (limit: number) => claimDue<FileToRemove>(database, filesToRemove, [], limit),
    claimToSubmit: (limit: number) => claimDue<FileToSubmit>(database, filesToSubmit, [], limit),
    endSubmission: (file: FileRef) => run(endSubmission, file),
    awaitVerdict: (file: FileRef) => run(awaitVerdict, file),
    providerOf: async (shopId: ShopId, attemptId: AttemptId): Promise<string> =>
      (await runForRow<{ provider_id: string }>(database, findProvider, [shopId, attemptId])).provider_id,
  };
};

export type ReceiptFilesStore = ReturnType<typeof createReceiptFilesStore>;
