import { runStatement, type Database, type Statement } from '#platform/database';
import type { ConnectorSetting } from './connector.ts';

const columns = `url, authority, concurrency, calls_per_second as "callsPerSecond"`;

const lock: Statement = {
  name: 'connector_lock',
  text: `select ${columns} from connectors where provider_id = $1 for update`,
};

export const lockConnector = async (tx: Database, providerId: string): Promise<ConnectorSetting | null> => {
  const [found] = await runStatement<ConnectorSetting>(tx, lock, [providerId]);
  return found ?? null;
};

const write: Statement = {
  name: 'connector_write',
  text: `insert into connectors (provider_id, url, authority, concurrency, calls_per_second) values ($1, $2, $3, $4, $5)
    on conflict (provider_id) do update set url = excluded.url, authority = excluded.authority,
      concurrency = excluded.concurrency, calls_per_second = excluded.calls_per_second`,
};

export const writeConnector = async (tx: Database, providerId: string, setting: ConnectorSetting): Promise<void> => {
  const { url, authority, concurrency, callsPerSecond } = setting;
  await runStatement(tx, write, [providerId, url, authority, concurrency, callsPerSecond]);
};

const removal: Statement = { name: 'connector_delete', text: `delete from connectors where provider_id = $1` };

/** With its secrets. */
export const deleteConnector = async (tx: Database, providerId: string): Promise<void> => {
  await runStatement(tx, removal, [providerId]);
};

// By attempts_due: what is still to be looked into.
const openAttempt: Statement = {
  name: 'connector_open_attempt',
  text: `select true as is_open from attempts where provider_id = $1 and check_at is not null limit 1`,
};

/** Whether the connector will be asked about an order that it was given. */
export const hasOpenAttempts = async (tx: Database, providerId: string): Promise<boolean> =>
  (await runStatement(tx, openAttempt, [providerId])).length === 1;

export type ToldCapabilities = { readonly name: string; readonly repeats_payouts: boolean };

type ConnectorRow = Pick<ConnectorSetting, 'url' | 'authority'> & { readonly capabilities: ToldCapabilities | null };

const reading: Statement = {
  name: 'connector_read',
  text: `select url, authority, capabilities from connectors where provider_id = $1`,
};

export const findConnector = async (database: Database, providerId: string): Promise<ConnectorRow | null> => {
  const [found] = await runStatement<ConnectorRow>(database, reading, [providerId]);
  return found ?? null;
};

export type ListedConnector = ConnectorSetting & {
  readonly providerId: string;
  readonly isActive: boolean;
  /** Null: it has told nothing yet. */
  readonly capabilities: ToldCapabilities | null;
  readonly balances:
    | readonly { readonly currency: string; readonly available: string; readonly as_of: string }[]
    | null;
  readonly health: { readonly status: 'up' | 'down' } | null;
  readonly toldAt: Date | null;
  readonly secrets: readonly { readonly purpose: string; readonly expiresAt: string | null }[];
};

const listing: Statement = {
  name: 'connectors_list',
  text: `select c.provider_id as "providerId", p.is_active as "isActive", ${columns}, c.capabilities, c.balances, c.health,
      c.told_at as "toldAt",
      (select coalesce(json_agg(json_build_object('purpose', s.purpose, 'expiresAt', s.expires_at)
          order by s.purpose, s.created_at), '[]')
        from connector_secrets s
        where s.provider_id = c.provider_id and (s.expires_at is null or s.expires_at > now())) as secrets
    from connectors c join providers p on p.provider_id = c.provider_id order by c.provider_id`,
};

export const listConnectors = ({ database }: { readonly database: Database }): Promise<ListedConnector[]> =>
  runStatement(database, listing, []);

const noting: Statement = {
  name: 'connector_note_told',
  text: `update connectors set capabilities = coalesce($2, capabilities), balances = coalesce($3, balances),
      health = $4, told_at = case when $4::jsonb is null then told_at else now() end
    where provider_id = $1`,
};

const findToAsk: Statement = {
  name: 'connectors_find_to_ask',
  text: `select c.provider_id as "providerId" from connectors c join providers p on p.provider_id = c.provider_id
    where p.is_active and (c.told_at is null or c.told_at < now() - interval '1 minute')`,
};

/** Those that have told nothing of themselves for a minute. */
export const findConnectorsToAsk = async (database: Database): Promise<string[]> =>
  (await runStatement<{ readonly providerId: string }>(database, findToAsk, [])).map(({ providerId }) => providerId);

/** What it has told of itself; null: nothing new. Of its health, which is of now, that is nothing at all: it cannot be asked. */
export const noteTold = async (
  database: Database,
  providerId: string,
  told: { readonly capabilities: unknown; readonly balances: unknown; readonly health: unknown },
): Promise<void> => {
  const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  const { capabilities, balances, health } = told;
  await runStatement(database, noting, [providerId, asJson(capabilities), asJson(balances), asJson(health)]);
};
