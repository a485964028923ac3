import { runStatement, type Database, type Statement } from '#platform/database';
import type { EndpointId, EventId, ShopId } from '#platform/ids';

export type EndpointRow = {
  readonly endpoint_id: EndpointId;
  readonly url: string;
  readonly types: string[] | null;
  readonly is_default: boolean;
  readonly disabled_at: Date | null;
  readonly disabled_reason: 'operator' | 'gone' | null;
  readonly created_at: Date;
};

const insertion: Statement = {
  name: 'webhook_endpoint_insert',
  text: `insert into webhook_endpoints (shop_id, endpoint_id, url, types, is_default) values ($1, $2, $3, $4, $5)`,
};

export const insertEndpoint = async (
  database: Database,
  endpoint: {
    readonly shopId: ShopId;
    readonly endpointId: EndpointId;
    readonly url: string;
    readonly types: readonly string[] | null;
    readonly isDefault: boolean;
  },
): Promise<void> => {
  const { shopId, endpointId, url, types, isDefault } = endpoint;
  await runStatement(database, insertion, [shopId, endpointId, url, types, isDefault]);
};

const change: Statement = {
  name: 'webhook_endpoint_change',
  text: `update webhook_endpoints set url = $3, types = $4 where shop_id = $1 and endpoint_id = $2`,
};

export const changeEndpoint = async (
  database: Database,
  shopId: ShopId,
  endpoint: Pick<EndpointRow, 'endpoint_id' | 'url' | 'types'>,
): Promise<void> => {
  await runStatement(database, change, [shopId, endpoint.endpoint_id, endpoint.url, endpoint.types]);
};

const selection = `select endpoint_id, url, types, is_default, disabled_at, disabled_reason, created_at
  from webhook_endpoints where shop_id = $1`;

const listing: Statement = { name: 'webhook_endpoint_list', text: `${selection} order by endpoint_id` };

export const selectEndpoints = (database: Database, shopId: ShopId): Promise<EndpointRow[]> =>
  runStatement(database, listing, [shopId]);

const finding: Statement = { name: 'webhook_endpoint_find', text: `${selection} and endpoint_id = $2` };

export const findEndpoint = async (
  database: Database,
  shopId: ShopId,
  endpointId: EndpointId,
): Promise<EndpointRow | undefined> => {
  const [endpoint] = await runStatement<EndpointRow>(database, finding, [shopId, endpointId]);
  return endpoint;
};

const enabling: Statement = {
  name: 'webhook_endpoint_enable',
  text: `update webhook_endpoints set disabled_at = null, disabled_reason = null
    where shop_id = $1 and endpoint_id = $2`,
};

export const enableEndpointRow = async (database: Database, shopId: ShopId, id: EndpointId): Promise<void> => {
  await runStatement(database, enabling, [shopId, id]);
};

// What waits for a disabled endpoint ends as dead, visibly, also when the endpoint was disabled before: a dispatch that
// ran at the same moment may have left a pending delivery. A receiver's own 410 is audited here; operators' changes
// are audited by the use case that makes them.
const disabling: Statement = {
  name: 'webhook_endpoint_disable',
  text: `with disabled as (
      update webhook_endpoints set disabled_at = now(), disabled_reason = $3
      where shop_id = $1 and endpoint_id = $2 and disabled_at is null
      returning endpoint_id, url
    ), audited as (
      insert into audit_log (entry_id, shop_id, actor, action, subject, after)
      select $4, $1, 'system', 'webhook_endpoint.disabled', endpoint_id::text,
        jsonb_build_object('reason', $3::text, 'url', url)
      from disabled where $3 = 'gone'
    )
    update webhook_deliveries set status = 'dead', last_error = 'endpoint_disabled', finished_at = now()
    where shop_id = $1 and endpoint_id = $2 and status = 'pending'`,
};

export const disableEndpointRow = async (
  database: Database,
  shopId: ShopId,
  endpointId: EndpointId,
  reason: 'operator' | 'gone',
  auditEntryId: EventId,
): Promise<void> => {
  await runStatement(database, disabling, [shopId, endpointId, reason, auditEntryId]);
};
