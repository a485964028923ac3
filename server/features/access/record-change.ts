import type { Database } from '#platform/database';
import { recordAudit } from './audit-log.ts';
import type { Operator } from './operator.ts';

type Settings = Readonly<Record<string, unknown>>;

export type SettingChange = {
  readonly actor: Operator;
  /** What kind of thing it is, such as `tariff`; the audit log says `tariff.changed`. */
  readonly kind: string;
  readonly subject: string;
  readonly shopId?: string;
  /** Null where nothing was before, or nothing is after. */
  readonly before: Settings | null;
  readonly after: Settings | null;
};

const verbOf = ({ before, after }: SettingChange): string => {
  if (before === null) return 'created';
  return after === null ? 'removed' : 'changed';
};

/** Belongs into the transaction of the change itself, as every entry does. */
export const recordChange = (tx: Database, change: SettingChange): Promise<void> => {
  const { kind, ...entry } = change;
  return recordAudit(tx, { ...entry, action: `${kind}.${verbOf(change)}` });
};
