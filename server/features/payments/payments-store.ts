import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { OperationId, ShopId } from '#platform/ids';
import type { AttemptEnd, AttemptStart } from '#features/attempts';
import { keyHolderColumns, type KeyHolder } from '#features/operations';
import { batchAcceptances, batchIntents } from './batched-steps-store.ts';
import type { PaymentDraft } from './payment.ts';

type Done = { readonly is_done: boolean };

const findDecision: Statement = {
  name: 'find_create_decision',
  text: `select ${keyHolderColumns} from operations o where o.shop_id = $1 and o.operation_id = $2`,
};

const rejectIntent: Statement = {
  name: 'reject_payment',
  text: `select reject_payment($1, $2, $3, $4, $5, $6) as is_done`,
};

export const createPaymentsStore = (database: Database) => {
  const recordIntent = batchIntents(database);
  return {
    /** Answers when it was recorded; null when the identifier is already held. */
    recordIntent: (draft: PaymentDraft, first: AttemptStart, leaseMs: number): Promise<Date | null> =>
      recordIntent({ draft, first, leaseMs }),
    findDecision: async (shopId: ShopId, operationId: string): Promise<KeyHolder | null> => {
      const [row] = await runStatement<KeyHolder>(database, findDecision, [shopId, operationId]);
      return row ?? null;
    },
    /** False when the create was decided meanwhile, by another process. */
    rejectIntent: async (shopId: ShopId, operationId: OperationId, ended: AttemptEnd, code: string) => {
      const { is_done: isDone } = await runForRow<Done>(database, rejectIntent, [
        shopId,
        operationId,
        ended.attemptId,
        ended.state,
        ended.declineReason,
        code,
      ]);
      return isDone;
    },
    /** Null when the create was decided meanwhile. */
    accept: batchAcceptances(database),
  };
};

export type PaymentsStore = ReturnType<typeof createPaymentsStore>;
