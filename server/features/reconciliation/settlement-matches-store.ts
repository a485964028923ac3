import { runStatement, type Database, type Statement } from '#platform/database';
import { newId, type ShopId } from '#platform/ids';

/** A stretch of a shop's attempts, by their ids, and what the last step came to. */
export type Stretch = {
  readonly fileId: string;
  readonly providerId: string;
  readonly first: string;
  readonly last: string;
  readonly after: string | null;
  readonly most: number;
};

const columnsOf = ({ fileId, providerId, first, last, after, most }: Stretch) => ({
  file_id: fileId,
  provider_id: providerId,
  first,
  last,
  after,
  most,
});

export const listShopIds = async (database: Database): Promise<ShopId[]> =>
  (await database('shops').orderBy('shop_id').select<{ shop_id: ShopId }[]>('shop_id')).map(({ shop_id: id }) => id);

const reconcile: Statement = {
  name: 'reconcile_attempts',
  text: `select reached, lines from reconcile_attempts($1, $2)`,
};

/** Null behind the last attempt. */
export const reconcileStretch = async (
  database: Database,
  shopId: ShopId,
  stretch: Stretch,
): Promise<{ readonly reached: string; readonly lines: number } | null> => {
  const step = JSON.stringify({ ...columnsOf(stretch), transaction_id: newId() });
  const [row] = await runStatement<{ reached: string; lines: number }>(database, reconcile, [shopId, step]);
  return row ?? null;
};

const miss: Statement = { name: 'miss_attempts', text: `select reached, missing from miss_attempts($1, $2)` };

type Period = { readonly from: Date; readonly to: Date; readonly scopes: readonly string[] };

export const missStretch = async (
  database: Database,
  shopId: ShopId,
  stretch: Stretch,
  { from, to, scopes }: Period,
): Promise<{ readonly reached: string } | null> => {
  const step = JSON.stringify({ ...columnsOf(stretch), period_from: from, period_to: to, scopes });
  const [row] = await runStatement<{ reached: string }>(database, miss, [shopId, step]);
  return row ?? null;
};

/** A line of several attempts, of which shops have looked at their own. */
export type ListLine = {
  readonly line: number;
  readonly parts: number;
  readonly amount: string;
  readonly fee: string;
  /** Those that shops know, and what is due of them. */
  readonly found: readonly { readonly shopId: ShopId; readonly attemptId: string; readonly due: string }[];
};

// Across shops and without a lock; each shop's are closed by themselves. A line that was cut off has parts that are closed.
const findLists: Statement = {
  name: 'find_settlement_lists',
  text: `select l.line, l.parts, l.amount, l.fee,
      jsonb_agg(jsonb_build_object('shopId', m.shop_id, 'attemptId', m.attempt_id, 'due', m.amount::text)
        order by m.attempt_id) as found
    from settlement_lines l join settlement_matches m on m.file_id = l.file_id and m.line = l.line
    where l.file_id = $1 and l.parts > 1 and l.part = 1 and l.line > $2
    group by l.line, l.parts, l.amount, l.fee having bool_or(m.outcome is null)
    order by l.line limit $3`,
};

export const findListLines = (database: Database, fileId: string, after: number, limit: number): Promise<ListLine[]> =>
  runStatement<ListLine>(database, findLists, [fileId, after, limit]);

export type ClosedPart = {
  readonly line: number;
  readonly attempt_id: string;
  readonly outcome: 'matched' | 'amount';
  readonly amount: string;
  readonly fee: string;
  readonly difference: string;
};

const close: Statement = {
  name: 'close_settlement_parts',
  text: `select close_settlement_parts($1, $2)`,
};

export const closeParts = async (
  database: Database,
  shopId: ShopId,
  file: { readonly fileId: string; readonly providerId: string },
  parts: readonly ClosedPart[],
): Promise<void> => {
  const step = { file_id: file.fileId, provider_id: file.providerId, transaction_id: newId(), parts };
  await runStatement(database, close, [shopId, JSON.stringify(step)]);
};
