import { isDeepStrictEqual } from 'node:util';
import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import { lockBankList, readAliases, readBankSettings, writeBankPlan } from './bank-settings-store.ts';
import { changesNothing, planImport, type BankPlan } from './plan-import.ts';
import type { Dictionary } from './read-dictionary.ts';

type Needs = { readonly database: Database };

/** The list that the payment system's dictionary is about. */
const list = 'sbp';

/** What taking up the dictionary would change now. */
export const planBanks = async ({ database }: Needs, { members }: Dictionary): Promise<BankPlan> =>
  planImport(members, await readBankSettings(database, list), await readAliases(database, list));

/**
 * Makes the members of the dictionary those of the classifier, all of it or nothing. Banks that it does not name take no new
 * payouts; operations that name them keep their name. It refuses to do anything but `expected`, the plan that the operator
 * agreed to.
 * @throws OperatorRefusal bank_plan_outdated
 */
export const importBanks = (
  { database }: Needs,
  dictionary: Dictionary,
  { actor, expected }: { readonly actor: Operator; readonly expected: BankPlan },
): Promise<BankPlan> =>
  database.transaction(async (tx) => {
    await lockBankList(tx, list);
    const plan = await planBanks({ database: tx }, dictionary);
    if (!isDeepStrictEqual(plan, expected)) throw new OperatorRefusal('bank_plan_outdated', {});
    if (changesNothing(plan)) return plan;
    await writeBankPlan(tx, list, plan);
    await recordAudit(tx, { actor, action: 'banks.imported', subject: list, after: plan });
    return plan;
  });

/** The banks of the classifier as operators see them: those that left, too. */
export const listBankSettings = ({ database }: Needs) => readBankSettings(database, list);
