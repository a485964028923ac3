import { isDeepStrictEqual } from 'node:util';
import type { Operator } from '#features/access';
import { listShops, type Shop } from '#features/merchants';
import type { EndpointNeeds } from '#features/webhooks';
import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import { planSetup, type Plan } from './plan-setup.ts';
import type { ReadSetup } from './read-setup-file.ts';
import { readCurrent } from './read-current.ts';
import { itemsOf, keyOf, methodItem, type Item, type WantedItem } from './setup-items.ts';
import { problemsIn } from './setup-rules.ts';
import { lockSetup } from './setup-store.ts';
import { standardMethods } from './standard-methods.ts';
import { writeChange, type ShownSecret } from './write-change.ts';

export type SetupNeeds = EndpointNeeds;

type Options = {
  /** Whether routes, tariffs and endpoints that a named shop has and the file does not name are taken away. */
  readonly isPruning: boolean;
};

export type Applied = { readonly plan: Plan; readonly secrets: readonly ShownSecret[] };

/** The standard methods are always wanted, but an operator's version of one goes before ours. */
const withStandardMethods = (wanted: readonly WantedItem[], current: readonly Item[]): WantedItem[] => {
  const known = new Set([...wanted, ...current].map(keyOf));
  const missing = standardMethods.map(methodItem).filter((item) => !known.has(keyOf(item)));
  return [...missing.map((item) => ({ ...item, path: [] })), ...wanted];
};

const planOn = async (
  database: Database,
  { file, refuse }: ReadSetup,
  { isPruning }: Options,
): Promise<{ readonly plan: Plan; readonly shops: readonly Shop[] }> => {
  const shops = await listShops(database);
  const current = await readCurrent(database, shops);
  const wanted = withStandardMethods(itemsOf(file), current);
  const plan = planSetup(wanted, current, isPruning);
  const removed = plan.changes.flatMap(({ action, kind, shop, subject, before }): Item[] =>
    action === 'remove' ? [{ kind, shop, subject, values: before ?? {} }] : [],
  );
  const problems = problemsIn(wanted, current, removed);
  if (problems.length > 0) refuse(problems);
  return { plan, shops };
};

/** What an apply of this file would change now. Refuses a file that contradicts itself or what will stay. */
export const previewSetup = async (needs: SetupNeeds, setup: ReadSetup, options: Options): Promise<Plan> =>
  (await planOn(needs.database, setup, options)).plan;

/**
 * Writes everything or nothing. With `expected`, the plan that the operator agreed to, it refuses to do anything else:
 * no lock is held while a person thinks.
 */
export const applySetup = (
  needs: SetupNeeds,
  setup: ReadSetup,
  options: Options & { readonly actor: Operator; readonly expected?: Plan },
): Promise<Applied> =>
  needs.database.transaction(async (tx) => {
    await lockSetup(tx);
    const { plan, shops } = await planOn(tx, setup, options);
    if (options.expected !== undefined && !isDeepStrictEqual(options.expected.changes, plan.changes)) {
      throw new OperatorRefusal('plan_outdated', {});
    }
    const secrets: ShownSecret[] = [];
    const shopIds = new Map(shops.map(({ name, shopId }) => [name, shopId]));
    for (const change of plan.changes) {
      await writeChange({ needs: { ...needs, database: tx }, actor: options.actor, shopIds, secrets }, change);
    }
    return { plan, secrets };
  });
