import { expect } from '@jest/globals';
import type { Database } from '#platform/database';
import { eventually } from '#test/support/eventually';
import { faultsOfProblem, problemOf, type Answer } from '../call.ts';

const tables = [
  'operations',
  'attempts',
  'events',
  'ledger_transactions',
  'ledger_postings',
  'sandbox_orders',
  'audit_log',
  'house_audit_log',
  'receipt_files',
  'receipt_contents',
  'receipt_digests',
];

/** Payouts are sent to their providers after they were answered: counted meanwhile, the next request would be blamed. */
const allSent = (database: Database): Promise<true> =>
  eventually(
    async () => (await database('attempts').whereIn('state', ['queued', 'sending']).first('attempt_id')) === undefined,
    'every attempt to be sent',
  );

/** How many rows each table has that a request could write to. */
export const countRows = async (database: Database): Promise<unknown> => {
  await allSent(database);
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
  const { rows } = await database.raw<{ rows: unknown[] }>(`select ${counts.join(', ')}`);
  return rows[0];
};

export type Refusal = {
  readonly status?: number;
  /** Of the first violation. */
  readonly path?: string;
  readonly code?: string;
};

/** A clear refusal and nothing else: a 4xx problem that never repeats what was sent, and not a row more anywhere. */
export const expectRefusal = async (
  database: Database,
  send: () => Promise<Answer>,
  { status = 400, path, code }: Refusal = {},
): Promise<Answer> => {
  const before = await countRows(database);
  const answer = await send();
  expect({ status: answer.status, faults: faultsOfProblem(answer), text: answer.text }).toEqual({
    status,
    faults: [],
    text: answer.text,
  });
  const [first] = problemOf(answer).errors ?? [];
  if (path !== undefined) expect(first?.path).toBe(path);
  if (code !== undefined) expect(first?.code).toBe(code);
  expect(await countRows(database)).toEqual(before);
  return answer;
};
