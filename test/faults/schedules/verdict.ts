import type { Database } from '#platform/database';
import { decimal, largest, zero } from '#platform/money';
import { allBrokenInvariants } from '../clean-check.ts';
import type { Books } from './bank-books.ts';
import { wantsInVain, type BankOrder } from './bank-order.ts';
import type { Story } from './merchant-requests.ts';
import type { Decided } from './operators.ts';
import { receiptFaults } from './receipt-verdict.ts';
import { contradictionsIn, type Held } from './record.ts';
import type { Receivers } from './receivers.ts';
import { webhookFaults } from './webhook-verdict.ts';
import { openingBalance, type HarnessShop } from './harness.ts';

type Rows<Row> = { readonly rows: Row[] };

/** Those that its API shows, and a cancellation that waits for its create. */
const heldBy = `
  select o.operation_id, o.type, o.status, o.cancel_reason, o.actual_amount::text, o.attempt_id,
    (select before ->> 'status' from audit_log l
      where l.subject = o.operation_id::text and l.action = 'payment.cancelled') as cancelled_from,
    o.is_identifier_held as is_holding,
    array[o.merchant_operation_id, o.operation_id::text, encode(o.idempotency_key_digest, 'hex')] as keys
  from operations o
  where o.shop_id = ? and o.api = ? and o.merchant_operation_id = ? and o.status <> 'rejected'
  order by o.created_at desc, o.operation_id desc`;

const recordFaults = async (database: Database, shops: readonly HarnessShop[], stories: readonly Story[]) => {
  const faults: string[] = [];
  for (const { planned, identifier, answers } of stories) {
    const { api, type, amount, shop } = planned;
    const { shopId } = shops[shop]!;
    const { rows: held } = await database.raw<Rows<Held>>(heldBy, [shopId, api, identifier]);
    const refused = database('operations').where({ shop_id: shopId, api, merchant_operation_id: identifier });
    const hasRefused = (await refused.where({ status: 'rejected' }).first('operation_id')) !== undefined;
    const found = contradictionsIn(api, answers, { held, hasRefused });

    faults.push(...found.map((sentence) => `${api} ${identifier} (${type} of ${amount}): ${sentence}`));
  }
  return faults;
};

type Moved = { readonly attempt_id: string; readonly moved: string; readonly approved: string };

const movedByAttempt = `
  select attempt_id, (booked_amount + suspense_amount)::text as moved,
    case when exists (select from audit_log where subject = operation_id::text and action = 'receipt.approved')
      then booked_amount else 0 end::text as approved
  from attempts`;

/** Both ways: what the bank moved, or an operator approved, is booked or in suspense, and nothing else is. */
const moneyFaults = async (database: Database, orders: readonly BankOrder[]): Promise<string[]> => {
  const { rows } = await database.raw<Rows<Moved>>(movedByAttempt);
  const moved = new Map(rows.map((row) => [row.attempt_id, decimal(row.moved)]));
  const approved = new Map(rows.map((row) => [row.attempt_id, decimal(row.approved)]));
  const atBank = new Map(orders.map((order) => [order.attemptId, order.paid.minus(order.returned)]));
  return [...new Set([...moved.keys(), ...atBank.keys()])].flatMap((attemptId) => {
    const [ours, theirs] = [moved.get(attemptId) ?? zero, atBank.get(attemptId) ?? zero];
    return ours.eq(largest(theirs, approved.get(attemptId) ?? zero))
      ? []
      : [`attempt ${attemptId}: the bank moved ${theirs.toFixed(2)}, we have ${ours.toFixed(2)}`];
  });
};

const balancesAndEffects = `
  select s.currency, s.available::text, (? + coalesce(sum(case o.type when 'payment' then o.settlement_amount
    else -o.settlement_amount end), 0))::text as expected
  from (select currency, balance as available from ledger_accounts where shop_id = ? and account = 'available') s
    left join operations o on o.shop_id = ? and o.status = 'completed'
  group by s.currency, s.available`;

const balanceFaults = async (database: Database, shops: readonly HarnessShop[]): Promise<string[]> => {
  const faults: string[] = [];
  for (const { shopId } of shops) {
    const { rows } = await database.raw<Rows<{ currency: string; available: string; expected: string }>>(
      balancesAndEffects,
      [openingBalance, shopId, shopId],
    );
    faults.push(
      ...rows
        .filter(({ available, expected }) => !decimal(available).eq(decimal(expected)))
        .map(({ currency, available, expected }) => `a balance is ${available} ${currency} and should be ${expected}`),
    );
  }
  return faults;
};

/** Where a receipt is wanted that cannot be sent, another bank is asked. */
const vainFaults = async (database: Database, orders: readonly BankOrder[]): Promise<string[]> => {
  const attempts = orders.filter(wantsInVain).map(({ attemptId }) => attemptId);
  const accepted = database('attempts').whereIn('attempt_id', attempts).where({ state: 'accepted' });
  return (await accepted.pluck('attempt_id')).map((id) => `attempt ${id} stands, and waits for a receipt in vain`);
};

const orderStates = { open: 'accepted', paid: 'paid', failed: 'failed', voided: 'voided' } as const;

/** A payment that failed is no order any more; money that came although it was voided is paid. */
const stateOf = (order: BankOrder): string => {
  if (order.state === 'voided' && order.paid.gt(zero)) return 'paid';
  return order.state === 'failed' && order.type === 'payment' ? 'declined' : orderStates[order.state];
};

/** The bank hands in its books, so that they are held against ours by the same checks as the sandbox's. */
const handIn = async (database: Database, orders: readonly BankOrder[]): Promise<void> => {
  if (orders.length === 0) return;
  await database('sandbox_orders').insert(
    orders.map((order) => ({
      shop_id: order.shopId,
      attempt_id: order.attemptId,
      provider_id: order.providerId,
      type: order.type,
      amount: order.amount,
      state: stateOf(order),
      paid_amount: order.paid.toFixed(2),
    })),
  );
};

type Evidence = {
  readonly database: Database;
  readonly shops: readonly HarnessShop[];
  readonly stories: readonly Story[];
  readonly books: Books;
  readonly receivers: Receivers;
  readonly decided: readonly Decided[];
};

/** Every way in which what was promised is not what is true. Empty, after any schedule. */
export const faultsFound = async ({
  database,
  shops,
  stories,
  books,
  receivers,
  decided,
}: Evidence): Promise<readonly string[]> => {
  await handIn(database, books.orders());
  return [
    ...(await allBrokenInvariants(database)).map((finding) => `turnpike check: ${JSON.stringify(finding)}`),
    ...(await recordFaults(database, shops, stories)),
    ...(await moneyFaults(database, books.orders())),
    ...(await vainFaults(database, books.orders())),
    ...(await balanceFaults(database, shops)),
    ...(await webhookFaults(database, receivers)),
    ...(await receiptFaults({ database, stories, books, decided })),
  ];
};
