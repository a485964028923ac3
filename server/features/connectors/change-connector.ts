import { recordAudit, recordChange, type Operator } from '#features/access';
import { setProvider } from '#features/routes';
import { OperatorRefusal } from '#platform/refusals';
import type { Database } from '#platform/database';
import { auditedSetting, toConnectorUrl, type ConnectorSetting, type SecretPurpose } from './connector.ts';
import { keepSecret, newSecret, type ConnectorNeeds } from './connector-secrets.ts';
import { retireSecrets } from './connector-secrets-store.ts';
import { deleteConnector, hasOpenAttempts, lockConnector, writeConnector } from './connectors-store.ts';

type Order = { readonly providerId: string; readonly actor: Operator };

const requireConnector = async (tx: Database, providerId: string): Promise<ConnectorSetting> => {
  const found = await lockConnector(tx, providerId);
  if (found === null) throw new OperatorRefusal('connector_not_found', { providerId });
  return found;
};

/** Changes what is named. Servers go by it within a second, its limits when they are started next. */
export const setConnector = (
  { database }: Pick<ConnectorNeeds, 'database'>,
  { providerId, change, actor }: Order & { readonly change: Partial<ConnectorSetting> },
): Promise<void> =>
  database.transaction(async (tx) => {
    const before = await requireConnector(tx, providerId);
    const after = { ...before, ...change };
    const setting = { ...after, url: toConnectorUrl(after.url) };
    await writeConnector(tx, providerId, setting);
    const entry = { before: auditedSetting(before), after: auditedSetting(setting) };
    await recordChange(tx, { actor, kind: 'connector', subject: providerId, ...entry });
  });

const overlapHours = 24;

/**
 * Answers the new secret, this once. The one before is valid for another 24 hours, and calls go on with it until then, so that a
 * connector has the time to take both.
 */
export const rotateConnectorSecret = (
  needs: ConnectorNeeds,
  {
    providerId,
    purpose,
    isAtOnce,
    actor,
  }: Order & { readonly purpose: 'call' | 'callback'; readonly isAtOnce: boolean },
): Promise<string> =>
  needs.database.transaction(async (tx) => {
    await requireConnector(tx, providerId);
    await retireSecrets(tx, providerId, purpose, isAtOnce ? 0 : overlapHours);
    const secret = newSecret(purpose);
    await keepSecret({ ...needs, database: tx }, providerId, purpose, secret);
    await recordAudit(tx, {
      actor,
      action: 'connector_secret.rotated',
      subject: providerId,
      after: { purpose, isAtOnce },
    });
    return secret;
  });

/** Replaces the client certificate at once: the connector trusts its authority, and not one certificate. */
export const setConnectorCertificate = (
  needs: ConnectorNeeds,
  order: Order & { readonly certificate: { readonly cert: string; readonly key: string } },
): Promise<void> =>
  needs.database.transaction(async (tx) => {
    const { providerId, certificate, actor } = order;
    const purpose: SecretPurpose = 'certificate';
    await requireConnector(tx, providerId);
    await retireSecrets(tx, providerId, purpose, 0);
    await keepSecret({ ...needs, database: tx }, providerId, purpose, JSON.stringify(certificate));
    await recordAudit(tx, { actor, action: 'connector_secret.rotated', subject: providerId, after: { purpose } });
  });

/**
 * Forgets a connector with its secrets; its provider takes no orders any more.
 * @throws OperatorRefusal while it is to be asked about an order that it was given
 */
export const removeConnector = (
  { database }: Pick<ConnectorNeeds, 'database'>,
  { providerId, actor }: Order,
): Promise<void> =>
  database.transaction(async (tx) => {
    const before = auditedSetting(await requireConnector(tx, providerId));
    if (await hasOpenAttempts(tx, providerId)) throw new OperatorRefusal('connector_in_use', { providerId });
    await setProvider({ database: tx }, providerId, { kind: 'http', active: false }, actor);
    await deleteConnector(tx, providerId);
    await recordChange(tx, { actor, kind: 'connector', subject: providerId, before, after: null });
  });
