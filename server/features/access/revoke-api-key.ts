import type { Database } from '#platform/database';
import { OperatorRefusal } from '#platform/refusals';
import type { KeyId } from '#platform/ids';
import { markRevoked, readApiKey, type ApiKey } from './access-store.ts';
import { recordAudit } from './audit-log.ts';
import type { Operator } from './operator.ts';

type Needs = { readonly database: Database };

/** Revokes a key on every instance within a second. Revoking twice changes nothing the second time. */
export const revokeApiKey = async (
  { database }: Needs,
  { keyId, actor }: { readonly keyId: KeyId; readonly actor: Operator },
): Promise<ApiKey> =>
  database.transaction(async (tx) => {
    const shopId = await markRevoked(tx, keyId);
    const key = await readApiKey(tx, keyId);
    if (key === null) throw new OperatorRefusal('api_key_not_found', { keyId });
    if (shopId !== null) {
      const after = { hint: key.hint, revoked_at: key.revokedAt };
      await recordAudit(tx, { actor, action: 'api_key.revoked', subject: keyId, shopId, after });
    }
    return key;
  });
