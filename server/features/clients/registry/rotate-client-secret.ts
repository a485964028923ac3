import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import { newId, type ClientId } from '#platform/ids';
import { sha256 } from '#platform/secrets';
import { clientSecretFormat } from './client-secret-format.ts';
import { insertSecret, retireSecrets } from './client-secrets-store.ts';
import { lockClient } from './clients-store.ts';
import { requireUsableClient } from './find-client.ts';

export type RotatedSecret = {
  readonly clientId: ClientId;
  readonly clientSecret: string;
  readonly hint: string;
  /** Until when the one before is taken as well. */
  readonly previousUntil: Date;
};

type Needs = { readonly database: Database };
type Order = {
  readonly clientId: ClientId;
  /** Whether the present one ends now: for one that may have become known. */
  readonly isAtOnce: boolean;
  readonly actor: Operator;
};

const overlapMs = 24 * 3_600_000;

/**
 * Replaces the secret of a client and answers the new one, this once. The one it replaces stays valid for 24 hours; one replaced
 * before that ends now. Tokens that were issued for either go on.
 */
export const rotateClientSecret = ({ database }: Needs, { clientId, isAtOnce, actor }: Order): Promise<RotatedSecret> =>
  database.transaction(async (tx) => {
    const { shopId, shopMode } = await requireUsableClient(tx, clientId);
    await lockClient(tx, shopId, clientId);
    const now = new Date();
    const previousUntil = new Date(now.getTime() + (isAtOnce ? 0 : overlapMs));
    await retireSecrets(tx, { shopId, clientId }, now, previousUntil);
    const clientSecret = clientSecretFormat.create(shopMode);
    const hint = clientSecretFormat.hintOf(clientSecret);
    await insertSecret(tx, { shopId, clientId, secretId: newId(), digest: sha256(clientSecret), hint });
    const after = { hint, previous_until: previousUntil };
    await recordAudit(tx, { actor, action: 'client_secret.rotated', subject: clientId, shopId, after });
    return { clientId, clientSecret, hint, previousUntil };
  });
