import { recordChange, type Operator } from '#features/access';
import { listProviders, setProvider } from '#features/routes';
import { OperatorRefusal } from '#platform/refusals';
import { auditedSetting, toConnectorUrl, type ConnectorSetting } from './connector.ts';
import { keepSecret, newSecret, type ConnectorNeeds } from './connector-secrets.ts';
import { lockConnector, writeConnector } from './connectors-store.ts';

/** What a connector proves itself by and is proved to, each shown this once. */
export type NewConnector = { readonly secret: string; readonly callbackSecret: string };

type Order = {
  readonly providerId: string;
  readonly setting: ConnectorSetting;
  /** A client certificate and its key, as PEM, for mutual TLS; null: none. */
  readonly certificate: { readonly cert: string; readonly key: string } | null;
  readonly actor: Operator;
};

/** Makes a provider known that is a connector. No route leads to it yet. */
export const addConnector = (needs: ConnectorNeeds, order: Order): Promise<NewConnector> =>
  needs.database.transaction(async (tx) => {
    const within = { ...needs, database: tx };
    const { providerId, actor } = order;
    const setting = { ...order.setting, url: toConnectorUrl(order.setting.url) };
    if ((await lockConnector(tx, providerId)) !== null) throw new OperatorRefusal('connector_exists', { providerId });
    const known = (await listProviders(tx)).find((provider) => provider.providerId === providerId);
    if (known !== undefined && known.kind !== 'http') throw new OperatorRefusal('provider_in_process', { providerId });
    await setProvider(within, providerId, { kind: 'http', active: true }, actor);
    await writeConnector(tx, providerId, setting);
    const [secret, callbackSecret] = [newSecret('call'), newSecret('callback')];
    await keepSecret(within, providerId, 'call', secret);
    await keepSecret(within, providerId, 'callback', callbackSecret);
    if (order.certificate !== null) {
      await keepSecret(within, providerId, 'certificate', JSON.stringify(order.certificate));
    }
    const after = { ...auditedSetting(setting), hasCertificate: order.certificate !== null };
    await recordChange(tx, { actor, kind: 'connector', subject: providerId, before: null, after });
    return { secret, callbackSecret };
  });
