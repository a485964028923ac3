/** Verbs of SQL. Only the owner may truncate a table, refer to it or hang a trigger on it. */
type Rights = readonly ('select' | 'insert' | 'update' | 'delete')[];

const appended = ['select', 'insert'] as const satisfies Rights;
const kept = [...appended, 'update'] as const satisfies Rights;
const cleared = [...kept, 'delete'] as const satisfies Rights;

/**
 * What the server's role may do with the rows of each table. A table that is not named here it may not even read, so a
 * new one is decided about before it is used. What is only appended to tells what happened, and is not changed
 * afterwards.
 */
export const tableRights: Readonly<Record<string, Rights>> = {
  api_key_directory: kept,
  api_keys: kept,
  attempts: kept,
  audit_log: appended,
  bank_aliases: cleared,
  bank_lists: kept,
  banks: kept,
  cancel_reasons: cleared,
  client_directory: kept,
  client_secrets: kept,
  clients: kept,
  connector_secrets: cleared,
  connectors: cleared,
  events: kept,
  fx_rates: kept,
  hosted_pages: kept,
  house_audit_log: appended,
  // Retired: only the last version writes here, where it serves beside this one.
  instances: cleared,
  key_ring_canaries: kept,
  ledger_accounts: kept,
  ledger_postings: appended,
  ledger_transactions: appended,
  maintenance_windows: cleared,
  merchants: kept,
  methods: kept,
  operation_count_leftovers: cleared,
  operation_counts: kept,
  operations: cleared,
  providers: kept,
  receipt_contents: cleared,
  receipt_digests: kept,
  receipt_files: cleared,
  receipts: appended,
  routes: cleared,
  sandbox_orders: kept,
  settlement_files: kept,
  settlement_lines: appended,
  settlement_matches: kept,
  settlement_strays: kept,
  settlement_turns: kept,
  shops: kept,
  shredding_leftovers: cleared,
  signing_keys: kept,
  tariffs: cleared,
  tokens: cleared,
  webhook_deliveries: kept,
  webhook_endpoints: kept,
  webhook_secrets: kept,
  // Which migrations and functions there were is read at the start; they are made by the owner.
  schema_migrations: ['select'],
  sql_functions: ['select'],
};
