import type { Database } from '#platform/database';
import { eventually } from '#test/support/eventually';

export type HeldLock = {
  /** The backends that wait for this lock. */
  readonly waiting: () => Promise<readonly number[]>;
  readonly release: () => Promise<void>;
};

/** Locks something until it is released, so that a step of the server stands still exactly there. */
const hold = async (database: Database, lock: string, values: readonly string[]): Promise<HeldLock> => {
  const tx = await database.transaction();
  await tx.raw(lock, [...values]);
  const { rows } = await tx.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
  return {
    waiting: async () => {
      const blocked = await database.raw<{ rows: { pid: number }[] }>(
        'select pid from pg_stat_activity where ? = any(pg_blocking_pids(pid))',
        [rows[0]!.pid],
      );
      return blocked.rows.map(({ pid }) => pid);
    },
    release: async () => {
      await tx.commit();
    },
  };
};

/** The sandbox's providers take no order meanwhile. */
export const holdSandbox = (database: Database): Promise<HeldLock> =>
  hold(database, 'lock table sandbox_orders in exclusive mode', []);

/** No step decides about this operation meanwhile. */
export const holdOperation = (database: Database, operationId: string): Promise<HeldLock> =>
  hold(database, 'select from operations where operation_id = ? for update', [operationId]);

/** Nothing is written down about this attempt meanwhile. */
export const holdAttempt = (database: Database, attemptId: string): Promise<HeldLock> =>
  hold(database, 'select from attempts where attempt_id = ? for update', [attemptId]);

/** Nothing is credited to the shop or taken from it meanwhile. The shop has a balance. */
export const holdBalance = (database: Database, shopId: string): Promise<HeldLock> =>
  hold(database, 'select from ledger_accounts where shop_id = ? for update', [shopId]);

/** No decision of an operator gets as far as the audit log meanwhile. */
export const holdAuditLog = (database: Database): Promise<HeldLock> =>
  hold(database, 'lock table audit_log in exclusive mode', []);

/** No receipt is begun or recorded meanwhile. */
export const holdReceiptFiles = (database: Database): Promise<HeldLock> =>
  hold(database, 'lock table receipt_files in exclusive mode', []);

/** No receipt's content is written meanwhile. */
export const holdReceiptContents = (database: Database): Promise<HeldLock> =>
  hold(database, 'lock table receipt_contents in exclusive mode', []);

export const someoneWaits = (lock: HeldLock, what: string): Promise<readonly number[]> =>
  eventually(async () => {
    const pids = await lock.waiting();
    return pids.length > 0 ? pids : null;
  }, what);

/** What the operating system does to a killed process's connections sooner or later: its statement never commits. */
export const endBackends = async (database: Database, pids: readonly number[]): Promise<void> => {
  await database.raw('select pg_terminate_backend(pid, 5000) from unnest(?::integer[]) as pids (pid)', [[...pids]]);
};
