import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import type { ClientId } from '#platform/ids';
import { markClientRevoked, type Client } from './clients-store.ts';
import { requireClient } from './find-client.ts';

type Needs = { readonly database: Database };

/** Refuses a client's secrets now, and its tokens within a second on every instance. Twice changes nothing the second time. */
export const revokeClient = (
  { database }: Needs,
  { clientId, actor }: { readonly clientId: ClientId; readonly actor: Operator },
): Promise<Client> =>
  database.transaction(async (tx) => {
    const { shopId } = await requireClient(tx, clientId);
    if (await markClientRevoked(tx, shopId, clientId)) {
      await recordAudit(tx, { actor, action: 'client.revoked', subject: clientId, shopId });
    }
    return requireClient(tx, clientId);
  });
