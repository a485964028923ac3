import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import { newId, type ShopId } from '#platform/ids';
import type { MismatchRow, StrayRow } from './mismatches-store.ts';
import type { Direction } from './settlement-line.ts';

/** False when it was decided meanwhile. */
export const resolveStray = async (
  tx: Database,
  { file_id, line }: StrayRow,
  resolution: 'dismissed' | 'assigned',
): Promise<boolean> =>
  (await tx('settlement_strays').where({ file_id, line, resolution: null }).update({ resolution })) === 1;

const resolve: Statement = { name: 'resolve_mismatch', text: `select resolve_mismatch($1, $2) as outcome` };

export type ResolutionStep = {
  readonly row: MismatchRow;
  readonly way: 'accepted' | 'suspended' | 'dismissed';
  readonly actor: string;
  readonly reason: string;
};

export const runResolution = async (
  database: Database,
  { row, way, actor, reason }: ResolutionStep,
): Promise<'done' | 'changed' | 'under_way'> => {
  const step = JSON.stringify({
    attempt_id: row.attempt_id,
    provider_id: row.provider_id,
    way,
    told: row.told,
    due: row.due,
    transaction_id: newId(),
    surplus_id: newId(),
    surplus_entry_id: newId(),
    entry_id: newId(),
    actor,
    reason,
  });
  return (await runForRow<{ outcome: 'done' | 'changed' | 'under_way' }>(database, resolve, [row.shop_id, step]))
    .outcome;
};

// Across shops: an operator names an attempt and no shop.
const findAttempt: Statement = {
  name: 'find_attempt_to_assign',
  text: `select a.shop_id, a.provider_id, a.type as direction, o.currency
    from attempts a join operations o on o.shop_id = a.shop_id and o.operation_id = a.operation_id
    where a.attempt_id = $1`,
};

type AttemptRow = {
  readonly shop_id: ShopId;
  readonly provider_id: string;
  readonly direction: Direction;
  readonly currency: string;
};

export const findAttemptRow = async (database: Database, attemptId: string): Promise<AttemptRow | null> =>
  (await runStatement<AttemptRow>(database, findAttempt, [attemptId]))[0] ?? null;

const assign: Statement = { name: 'assign_settlement_line', text: `select assign_settlement_line($1, $2)` };

export const assignLine = async (
  database: Database,
  shopId: ShopId,
  {
    stray,
    attemptId,
    actor,
    reason,
  }: { readonly stray: StrayRow; readonly attemptId: string; readonly actor: string; readonly reason: string },
): Promise<void> => {
  const { file_id, line, provider_id, amount, fee } = stray;
  const ids = { transaction_id: newId(), entry_id: newId() };
  const step = { file_id, line, provider_id, attempt_id: attemptId, amount, fee, ...ids, actor, reason };
  await runStatement(database, assign, [shopId, JSON.stringify(step)]);
};
