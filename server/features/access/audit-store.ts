import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';

export type ListedAudit = {
  readonly entryId: string;
  readonly at: Date;
  readonly actor: string;
  /** What was done, as `noun.verb`. */
  readonly action: string;
  readonly subject: string;
  /** Null for what belongs to no shop. */
  readonly shop: string | null;
  readonly before: unknown;
  readonly after: unknown;
};

export type AuditFilters = {
  /** The interval is half-open. */
  readonly from?: Date;
  readonly before?: Date;
  readonly actor?: string;
  readonly subject?: string;
  readonly shopId?: ShopId;
};

export type AuditPage = {
  readonly entries: readonly ListedAudit[];
  /** The entry behind which the next page begins; null on the last one. */
  readonly next: string | null;
};

type Needs = { readonly database: Database };

/** Newest first. Entries are never changed and their ids follow the time, so pages neither repeat nor skip any. */
export const listAudit = async (
  { database }: Needs,
  filters: AuditFilters,
  page: { readonly after: string | null; readonly limit: number },
): Promise<AuditPage> => {
  const query = database('audit_log as a')
    .leftJoin('shops as s', 's.shop_id', 'a.shop_id')
    .select<ListedAudit[]>({
      entryId: 'a.entry_id',
      at: 'a.created_at',
      actor: 'a.actor',
      action: 'a.action',
      subject: 'a.subject',
      shop: 's.name',
      before: 'a.before',
      after: 'a.after',
    })
    .orderBy('a.entry_id', 'desc')
    .limit(page.limit + 1);
  if (filters.from) void query.where('a.created_at', '>=', filters.from);
  if (filters.before) void query.where('a.created_at', '<', filters.before);
  if (filters.actor !== undefined) void query.where('a.actor', filters.actor);
  if (filters.subject !== undefined) void query.where('a.subject', filters.subject);
  if (filters.shopId !== undefined) void query.where('a.shop_id', filters.shopId);
  if (page.after !== null) void query.where('a.entry_id', '<', page.after);
  const found = await query;
  const entries = found.slice(0, page.limit);
  return { entries, next: found.length > page.limit ? (entries.at(-1)?.entryId ?? null) : null };
};
