import type { Knex } from 'knex';
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

type Page = { readonly after: string | null; readonly limit: number };
type Query = Knex.QueryBuilder<object, ListedAudit[]>;

const columns = {
  entryId: 'a.entry_id',
  at: 'a.created_at',
  actor: 'a.actor',
  action: 'a.action',
  subject: 'a.subject',
  before: 'a.before',
  after: 'a.after',
};

/** One more than the page holds tells whether there is a next one. */
const narrow = (query: Query, filters: AuditFilters, page: Page): Query => {
  void query.orderBy('a.entry_id', 'desc').limit(page.limit + 1);
  if (filters.from) void query.where('a.created_at', '>=', filters.from);
  if (filters.before) void query.where('a.created_at', '<', filters.before);
  if (filters.actor !== undefined) void query.where('a.actor', filters.actor);
  if (filters.subject !== undefined) void query.where('a.subject', filters.subject);
  if (page.after !== null) void query.where('a.entry_id', '<', page.after);
  return query;
};

// By audit_log_by_entry, or audit_log_key for one shop. The version before leaves entries of no shop here as well.
const listOfShops = (database: Database, filters: AuditFilters, page: Page): PromiseLike<ListedAudit[]> => {
  const query = database<object>('audit_log as a')
    .leftJoin<object>('shops as s', 's.shop_id', 'a.shop_id')
    .select<ListedAudit[]>({ ...columns, shop: 's.name' });
  if (filters.shopId !== undefined) void query.where('a.shop_id', filters.shopId);
  return narrow(query, filters, page);
};

const listOfHouse = (database: Database, filters: AuditFilters, page: Page): PromiseLike<ListedAudit[]> =>
  narrow(
    database<object>('house_audit_log as a')
      .select<ListedAudit[]>(columns)
      .select<ListedAudit[]>(database.raw('null as shop')),
    filters,
    page,
  );

/**
 * Newest first, of shops and of the house. Entries are never changed and their ids follow the time, so pages neither repeat
 * nor skip any.
 */
export const listAudit = async ({ database }: Needs, filters: AuditFilters, page: Page): Promise<AuditPage> => {
  const [ofShops, ofHouse] = await Promise.all([
    listOfShops(database, filters, page),
    filters.shopId === undefined ? listOfHouse(database, filters, page) : [],
  ]);
  // Ids are UUIDv7: their texts have the order of time.
  const found = [...ofShops, ...ofHouse].sort((one, other) => (one.entryId < other.entryId ? 1 : -1));
  const entries = found.slice(0, page.limit);
  return { entries, next: found.length > page.limit ? (entries.at(-1)?.entryId ?? null) : null };
};
