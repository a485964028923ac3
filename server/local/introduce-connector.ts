import { chmodSync, writeFileSync } from 'node:fs';
import {
  addConnector,
  listConnectors,
  readCallbackSecrets,
  readConnector,
  setConnector,
  type ConnectorNeeds,
} from '#features/connectors';
import { OperatorRefusal } from '#platform/refusals';

/** What the gateway and a connector know each other by. */
export type ConnectorSecrets = { readonly secret: string; readonly callbackSecret: string };

const actor = { name: 'make run', role: 'admin' } as const;

/** The address of this machine, where a server listens on all that it has. */
export const reachableFromHere = (url: string): string =>
  url.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]');

const unlimited = { authority: null, concurrency: null, callsPerSecond: null } as const;

/**
 * Makes a provider of the demo known as a connector, and answers its secrets, which the gateway keeps for the starts after this one. Null for
 * a demo of an earlier version, which has that provider in the gateway's process.
 */
export const introduceConnector = async (
  needs: ConnectorNeeds,
  { providerId, url }: { readonly providerId: string; readonly url: string },
): Promise<ConnectorSecrets | null> => {
  const isKnown = (await listConnectors(needs)).some((connector) => connector.providerId === providerId);
  if (!isKnown) {
    return addConnector(needs, { providerId, setting: { url, ...unlimited }, certificate: null, actor }).catch(
      (error: unknown) => {
        if (error instanceof OperatorRefusal && error.code === 'provider_in_process') return null;
        throw error;
      },
    );
  }
  const { secret } = await readConnector(needs, providerId);
  const callbackSecret = (await readCallbackSecrets(needs, providerId)).at(-1);
  if (secret === null || callbackSecret === undefined) throw new Error(`The connector ${providerId} has no secrets.`);
  return { secret, callbackSecret };
};

type Place = { readonly providerId: string; readonly url: string; readonly file: string };

/** Tells the gateway where the connector listens now, and a developer how to call it. */
export const placeConnector = async (
  { database }: Pick<ConnectorNeeds, 'database'>,
  { providerId, url, file }: Place,
  secrets: ConnectorSecrets,
): Promise<void> => {
  await setConnector({ database }, { providerId, change: { url }, actor });
  writeFileSync(file, `${JSON.stringify({ url, ...secrets }, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
};
