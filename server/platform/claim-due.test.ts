import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { claimDue, type Claim, type Claimed } from './claim-due.ts';
import { newId, type ShopId } from './ids.ts';
import { shopSteps } from './shop-batches.ts';

const work = {
  find: {
    name: 'find_due_tasks',
    text: `select shop_id, id, now() as found_at, now() + tries * interval '1 hour' as next_at from tasks
      where due_at <= now() order by due_at limit $1`,
  },
  claim: {
    name: 'claim_due_tasks',
    text: `with held as (
        select id, due_at from tasks where shop_id = $1 and id = any($2::uuid[]) for update skip locked
      )
      update tasks t set due_at = next.at, tries = tries + 1
      from held join unnest($2::uuid[], $4::timestamptz[]) as next (id, at) on next.id = held.id
      where held.due_at <= $3 and t.shop_id = $1 and t.id = held.id
      returning t.shop_id, t.id, t.tries`,
  },
};
/** The same as a function that is given a shop's rows. */
const claimTasks = `create function claim_tasks(p_shop uuid, p_due jsonb) returns setof tasks language plpgsql as $$
begin
  return query with due as (
    select * from jsonb_to_recordset(p_due) as due (id uuid, found_at timestamptz, next_at timestamptz)
  ), held as (
    select tasks.id, tasks.due_at from tasks
    where tasks.shop_id = p_shop and tasks.id = any(array(select due.id from due)) for update skip locked
  )
  update tasks t set due_at = due.next_at, tries = t.tries + 1 from held join due on due.id = held.id
  where held.due_at <= due.found_at and t.shop_id = p_shop and t.id = held.id returning t.*;
end $$`;
const claims: readonly (readonly [string, Claim])[] = [
  ['a statement for each shop', work.claim],
  ['a function for all shops at once', shopSteps('claim_tasks', 'done.shop_id, done.id, done.tries')],
];
type Task = { readonly shop_id: ShopId; readonly id: string; readonly tries: number };

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.raw(`create table tasks (
    shop_id uuid, id uuid, due_at timestamptz, tries integer not null default 1, primary key (shop_id, id),
    check (tries < 5)
  )`);
  await db.database.raw(claimTasks);
});
afterAll(() => db.drop());
beforeEach(() => db.database('tasks').del());

const shops = [newId<ShopId>(), newId<ShopId>()] as const;
const add = async (shopId: ShopId, tries = 1): Promise<string> => {
  const id = newId<string>();
  await db.database('tasks').insert({ shop_id: shopId, id, due_at: new Date(Date.now() - 60_000), tries });
  return id;
};
const idsOf = ({ rows }: Claimed<Task>): string[] => rows.map(({ id }) => id).sort();

describe.each(claims)('due work that is claimed by %s', (_name, by) => {
  const claim = (limit: number): Promise<Claimed<Task>> =>
    claimDue<Task>(db.database, { ...work, claim: by }, [], limit);

  it('is claimed for every shop, once, and says when each is due again', async () => {
    const ids = [await add(shops[0]), await add(shops[0], 3), await add(shops[1])].sort();
    const claimed = await claim(10);
    expect(idsOf(claimed)).toEqual(ids);
    expect(claimed.isMore).toBe(false);
    expect(await claim(10)).toEqual({ rows: [], isMore: false });
    const [later] = await db.database('tasks').where({ tries: 4 }).select('due_at');
    expect(later.due_at.getTime()).toBeGreaterThan(Date.now() + 2 * 3_600_000);
  });

  it('says that there may be more where it found as many as it may', async () => {
    await add(shops[0]);
    await add(shops[1]);
    expect((await claim(1)).isMore).toBe(true);
    expect((await claim(2)).isMore).toBe(false);
  });

  it('gives each piece of work to one of those who look at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => add(shops[index % 2]!)));
    const claims = await Promise.all(Array.from({ length: 4 }, () => claim(20)));
    expect(claims.flatMap(idsOf).sort()).toEqual(ids.sort());
  });

  it('passes over what another transaction holds, and does not ask for more at once', async () => {
    const [held, free] = [await add(shops[0]), await add(shops[0])];
    const other = await db.database.transaction();
    try {
      await other('tasks').where({ id: held }).forUpdate().select('id');
      expect(idsOf(await claim(2))).toEqual([free]);
      expect(await claim(1)).toEqual({ rows: [], isMore: false });
    } finally {
      await other.rollback();
    }
    expect(idsOf(await claim(1))).toEqual([held]);
  });

  it('leaves what was done between the look and the claim', async () => {
    const ids = [await add(shops[0]), await add(shops[0])] as const;
    const find = { name: 'find_all_tasks', text: work.find.text.replace('where due_at <= now()', '') };
    await db
      .database('tasks')
      .where({ id: ids[0] })
      .update({ due_at: new Date(Date.now() + 60_000) });
    expect(idsOf(await claimDue<Task>(db.database, { claim: by, find }, [], 10))).toEqual([ids[1]]);
  });

  it('keeps what it has of one shop when the claim of another fails, and fails when it has nothing', async () => {
    await add(shops[0], 4);
    await expect(claim(10)).rejects.toThrow('tasks_tries_check');
    const id = await add(shops[1]);
    expect(idsOf(await claim(10))).toEqual([id]);
  });
});
