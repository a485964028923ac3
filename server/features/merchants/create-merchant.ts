import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import { newId, type MerchantId } from '#platform/ids';
import { insertMerchant, type Merchant } from './merchants-store.ts';

type Needs = { readonly database: Database };

export const createMerchant = ({ database }: Needs, name: string, actor: Operator): Promise<Merchant> =>
  database.transaction(async (tx) => {
    const merchant: Merchant = { merchantId: newId<MerchantId>(), name };
    await insertMerchant(tx, merchant);
    await recordAudit(tx, { actor, action: 'merchant.created', subject: name, after: { name } });
    return merchant;
  });
