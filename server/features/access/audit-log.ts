import type { Database } from '#platform/database';
import { newId } from '#platform/ids';
import type { Actor } from './operator.ts';

export type AuditEntry = {
  readonly actor: Actor;
  /** What was done, as `noun.verb`. */
  readonly action: string;
  readonly subject: string;
  readonly shopId?: string;
  readonly before?: unknown;
  readonly after?: unknown;
};

const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** What belongs to no shop has a log of its own. Belongs into the transaction of the change itself: a change without its entry must not exist. */
export const recordAudit = async (database: Database, entry: AuditEntry): Promise<void> => {
  const row = {
    entry_id: newId(),
    actor: entry.actor.name,
    action: entry.action,
    subject: entry.subject,
    before: toJson(entry.before),
    after: toJson(entry.after),
  };
  if (entry.shopId === undefined) await database('house_audit_log').insert(row);
  else await database('audit_log').insert({ shop_id: entry.shopId, ...row });
};
