import { recordChange, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import { lockMethodSetting, writeMethodSetting, type MethodKey, type MethodSetting } from './method-settings-store.ts';

type Needs = { readonly database: Database };

/** How the plan of a setup and the audit log name a method. */
export const methodSubject = ({ api, direction, code }: MethodKey): string => `${api} ${direction} ${code}`;

/** Adds a method to the table, or changes what the table says of it. Its currency is for good. */
export const setMethod = ({ database }: Needs, method: MethodSetting, actor: Operator): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await lockMethodSetting(tx, method);
    await writeMethodSetting(tx, method);
    await recordChange(tx, { actor, kind: 'method', subject: methodSubject(method), before, after: method });
  });
