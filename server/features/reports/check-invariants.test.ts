import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#platform/ids';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { breakages } from './breakages-fixture.ts';
import { checkInvariants, type Finding } from './index.ts';

let db: TestDatabase;

// Most of what is broken below, the schema refuses by itself: the checks are there for the day it does not.
const disarm = `
  grant update, delete on ledger_postings, ledger_transactions, receipts to current_user;
  alter table ledger_accounts drop constraint ledger_accounts_not_negative;
  drop index operations_by_identifier, ledger_transactions_one_settlement;
  alter table attempts drop constraint if exists attempts_check;
  do $$ declare name text; begin
    for name in select conname from pg_constraint where contype = 'c' and conrelid = 'operations'::regclass loop
      execute format('alter table operations drop constraint %I', name);
    end loop;
  end $$;
  insert into providers (provider_id, kind) values ('sandbox-1', 'sandbox');`;

const common = `shop_id, operation_id, api, merchant_operation_id, type, method, currency, expected_amount, client_id,
  body_digest, fx_rate, settlement_currency, tariff_percent, tariff_fixed, tariff_minimum`;
const values = (operationId: string, identifier: string): string =>
  `:shop, '${operationId}', 'v1', '${identifier}', 'payment', 'WT_RUB_C2C', 'RUB', 100, 'client', '\\x00', 0.0125,
   'USDT', 3, 0, 0`;

/** A shop with a payment of 100 RUB completed at 0.0125, one pending, one cancelled and one refused. */
const healthyShop = async (): Promise<string> => {
  const [shop, completed, pending, cancelled, refused] = Array.from({ length: 5 }, () => newId<string>());
  const [paid, open, failed, declined, receipt, event, end] = Array.from({ length: 7 }, () =>
    newId<string>(),
  );
  await db.database.raw(
    `insert into operations (${common}, status, attempt_id, actual_amount, recorded_amount, settlement_amount,
        commission_amount, event_sequence, finished_at)
      values (${values(completed!, 'paid')}, 'completed', '${paid}', 100, 1.25, 1.2125, 0.0375, 1, now());
    insert into operations (${common}, status, attempt_id, settlement_amount, commission_amount)
      values (${values(pending!, 'open')}, 'pending', '${open}', 1.2125, 0.0375);
    insert into operations (${common}, status, cancel_reason, attempt_id, settlement_amount, commission_amount,
        event_sequence, finished_at)
      values (${values(cancelled!, 'failed')}, 'cancelled', 'declined', '${failed}', 0, 0, 1, now());
    insert into operations (${common}, status, settlement_amount, commission_amount)
      values (${values(refused!, 'refused')}, 'rejected', 1.2125, 0.0375);
    insert into attempts (shop_id, attempt_id, operation_id, provider_id, position, state, paid_amount, booked_amount,
        suspense_amount) values
      (:shop, '${paid}', '${completed}', 'sandbox-1', 1, 'accepted', 110, 100, 10),
      (:shop, '${open}', '${pending}', 'sandbox-1', 1, 'accepted', 0, 0, 0),
      (:shop, '${failed}', '${cancelled}', 'sandbox-1', 1, 'accepted', 0, 0, 0),
      (:shop, '${declined}', '${refused}', 'sandbox-1', 1, 'declined', 0, 0, 0);
    insert into sandbox_orders (shop_id, attempt_id, provider_id, amount, state) values
      (:shop, '${paid}', 'sandbox-1', 100, 'paid'), (:shop, '${open}', 'sandbox-1', 100, 'accepted'),
      (:shop, '${failed}', 'sandbox-1', 100, 'voided');
    select ledger_post(:shop, '${newId()}', 'payment_settled', '${completed}',
      array['clearing:sandbox-1', 'exchange', 'exchange', 'available', 'commission'],
      array['RUB', 'RUB', 'USDT', 'USDT', 'USDT'], array[-100, 100, -1.25, 1.2125, 0.0375]);
    select ledger_post(:shop, '${newId()}', 'surplus', '${completed}', array['clearing:sandbox-1', 'suspense'],
      array['RUB', 'RUB'], array[-10, 10]);
    insert into receipts (shop_id, operation_id, receipt_id, attempt_id, amount, completed_at, is_synthetic)
      values (:shop, '${completed}', '${receipt}', '${paid}', 100, now(), false);
    insert into events (shop_id, event_id, operation_id, api, sequence, type, data, dispatched_at) values
      (:shop, '${event}', '${completed}', 'v1', 1, 'operation.completed', '{"status": "completed"}', now()),
      (:shop, '${end}', '${cancelled}', 'v1', 1, 'operation.cancelled', '{"status": "cancelled"}', now());
    insert into webhook_deliveries (shop_id, event_id, endpoint_id, status, finished_at, last_error) values
      (:shop, '${event}', '${newId()}', 'delivered', now(), null),
      (:shop, '${end}', '${newId()}', 'dead', now(), 'http_500');`.replaceAll(':shop', `'${shop}'`),
  );
  return shop!;
};

const find = async (name: string): Promise<Finding> => {
  const found = (await checkInvariants(db)).find((finding) => finding.name === name);
  if (found === undefined) throw new Error(`There is no invariant ${name}.`);
  return found;
};

beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.raw(disarm);
});
afterAll(() => db.drop());

describe('the invariants', () => {
  it('hold for an empty database', async () => {
    expect((await checkInvariants(db)).filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it('hold for healthy operations', async () => {
    await healthyShop();
    expect((await checkInvariants(db)).filter(({ violations }) => violations > 0)).toEqual([]);
  });

  it.each(breakages)('%s is seen broken when %s', async (name, _how, sql) => {
    const shop = await healthyShop();
    const before = await find(name);
    await db.database.raw(sql.replaceAll(':shop', `'${shop}'`));
    const after = await find(name);
    expect(after.violations).toBeGreaterThan(before.violations);
    expect(after.examples).toContainEqual(expect.objectContaining({ shop_id: shop }));
  });

  it('jobs_have_owners is seen broken when a worker died with a job in its hands', async () => {
    await db.database.raw(`select graphile_worker.add_job('deliver_webhooks')`);
    await db.database.raw(
      `update graphile_worker._private_jobs set locked_by = 'worker-1', locked_at = now() - interval '2 minutes'`,
    );
    expect(await find('jobs_have_owners')).toMatchObject({
      violations: 1,
      examples: [{ locked_by: 'worker-1' }],
    });
    await db.database('instances').insert({ instance_id: newId(), worker_ids: ['worker-1'] });
    expect(await find('jobs_have_owners')).toMatchObject({ violations: 0, examples: [] });
  });

  it('have a breakage each', async () => {
    const broken = new Set([...breakages.map(([name]) => name), 'jobs_have_owners']);
    expect((await checkInvariants(db)).map(({ name }) => name).filter((name) => !broken.has(name))).toEqual(
      [],
    );
  });
});
