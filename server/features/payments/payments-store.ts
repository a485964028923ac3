import { runForRow, runStatement, type Database, type Statement } from '#platform/database';
import type { AttemptId, OperationId, ShopId } from '#platform/ids';
import { keyHolderColumns, type KeyHolder } from '#features/operations';
import { batchAcceptances, batchIntents, type AttemptStart } from './batched-steps-store.ts';
import type { PaymentDraft } from './payment.ts';

export type AttemptEnd = {
  readonly attemptId: AttemptId;
  readonly state: 'declined' | 'unknown';
  readonly declineReason: string | null;
};

type Done = { readonly is_done: boolean };

const findDecision: Statement = {
  name: 'find_create_decision',
  text: `select ${keyHolderColumns} from operations o where o.shop_id = $1 and o.operation_id = $2`,
};

const recordNextAttempt: Statement = {
  name: 'record_next_attempt',
  text: `select record_next_attempt($1, $2, $3, $4, $5, $6, $7, $8) as is_done`,
};

const rejectIntent: Statement = {
  name: 'reject_payment',
  text: `select reject_payment($1, $2, $3, $4, $5, $6) as is_done`,
};

// What a provider may have taken on is nobody's order any more: the sweep voids it.
const giveUpAttempt: Statement = {
  name: 'give_up_attempt',
  text: `update attempts set state = 'unknown', check_at = now(), updated_at = now()
    where shop_id = $1 and attempt_id = $2 and state = 'sending'`,
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
    /** False when the create was decided meanwhile, by somebody else. */
    recordNextAttempt: async (draft: PaymentDraft, ended: AttemptEnd, next: AttemptStart, position: number) => {
      const { is_done: isDone } = await runForRow<Done>(database, recordNextAttempt, [
        draft.shopId,
        draft.operationId,
        ended.attemptId,
        ended.state,
        ended.declineReason,
        next.attemptId,
        next.providerId,
        position,
      ]);
      return isDone;
    },
    /** False when the create was decided meanwhile, by somebody else. */
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
    giveUpAttempt: async (shopId: ShopId, attemptId: AttemptId): Promise<void> => {
      await runStatement(database, giveUpAttempt, [shopId, attemptId]);
    },
    /** Null when the create was decided meanwhile. */
    accept: batchAcceptances(database),
  };
};

export type PaymentsStore = ReturnType<typeof createPaymentsStore>;
