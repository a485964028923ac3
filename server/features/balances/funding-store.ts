import { isBalanceRefused, toPostingColumns, type Posting } from '#ledger';
import { runForRow, type Database, type Statement } from '#platform/database';
import { RequestError } from '#platform/errors';
import { newId, type ShopId } from '#platform/ids';

const moveFunding: Statement = { name: 'move_funding', text: `select move_funding($1, $2) as is_moved` };

export type FundingStep = {
  readonly shopId: ShopId;
  readonly transactionId: string;
  readonly kind: 'deposit' | 'withdrawal';
  readonly postings: readonly Posting[];
  readonly actor: string;
  /** What the audit log says about it. */
  readonly after: object;
};

/**
 * False where the transaction is there already.
 * @throws RequestError insufficient_balance
 */
export const postFunding = async (
  database: Database,
  { shopId, transactionId, kind, postings, actor, after }: FundingStep,
): Promise<boolean> => {
  const step = {
    transaction_id: transactionId,
    kind,
    ...toPostingColumns(postings),
    entry_id: newId(),
    actor,
    after,
  };
  try {
    const row = await runForRow<{ is_moved: boolean }>(database, moveFunding, [shopId, JSON.stringify(step)]);
    return row.is_moved;
  } catch (error) {
    throw isBalanceRefused(error) ? new RequestError('insufficient_balance') : error;
  }
};
