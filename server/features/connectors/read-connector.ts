import { findConnector } from './connectors-store.ts';
import { openSecrets, type ConnectorNeeds } from './connector-secrets.ts';

type Certificate = { readonly cert: string; readonly key: string };

/** What calls to a connector go by. */
export type ConnectorToCall = {
  readonly url: string;
  readonly authority: string | null;
  readonly certificate: Certificate | null;
  readonly secret: string | null;
  readonly isPayoutRepeatable: boolean;
};

/** The oldest valid secret proves us: a connector that was given a new one may not take it yet. */
export const readConnector = async (needs: ConnectorNeeds, providerId: string): Promise<ConnectorToCall> => {
  const row = await findConnector(needs.database, providerId);
  if (row === null) throw new Error(`The provider ${providerId} has no connector.`);
  const secretsFor = await openSecrets(needs, providerId);
  const [secret] = secretsFor('call');
  const certificate = secretsFor('certificate').at(-1);
  return {
    url: row.url,
    authority: row.authority,
    certificate: certificate === undefined ? null : (JSON.parse(certificate) as Certificate),
    secret: secret ?? null,
    isPayoutRepeatable: row.capabilities?.repeats_payouts === true,
  };
};

/** What a connector may have signed a callback with; none where there is no such connector. */
export const readCallbackSecrets = async (needs: ConnectorNeeds, providerId: string): Promise<readonly string[]> =>
  (await openSecrets(needs, providerId))('callback');
