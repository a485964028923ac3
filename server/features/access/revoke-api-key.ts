import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import type { KeyId } from '#platform/ids';
import { findKeyShop, markRevoked, readApiKey, type ApiKey } from './access-store.ts';
import { recordAudit } from './audit-log.ts';
import type { Operator } from './operator.ts';

type Needs = { readonly database: Database };

/** Revokes a key on every instance within a second. Revoking twice changes nothing the second time. */
export const revokeApiKey = async (
  { database }: Needs,
  { keyId, actor }: { readonly keyId: KeyId; readonly actor: Operator },
): Promise<ApiKey> =>
  database.transaction(async (tx) => {
    const shopId = await findKeyShop(tx, keyId);
    if (shopId === null) throw new OperatorRefusal('api_key_not_found', { keyId });
    const isRevoked = await markRevoked(tx, shopId, keyId);
    const key = await readApiKey(tx, shopId, keyId);
    if (isRevoked) {
      const after = { hint: key.hint, revoked_at: key.revokedAt };
      await recordAudit(tx, { actor, action: 'api_key.revoked', subject: keyId, shopId, after });
    }
    return key;
  });
