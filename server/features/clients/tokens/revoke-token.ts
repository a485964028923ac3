import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import type { ShopId, TokenId } from '#platform/ids';
import { OperatorRefusal } from '#platform/refusals';
import { findShopOf } from '../registry/directory-store.ts';
import { markTokenRevoked, readToken, type ListedToken } from './tokens-store.ts';

type Needs = { readonly database: Database };
type Order = {
  /** The token's `jti`. */
  readonly tokenId: TokenId;
  /** Whose it is. One that an operator has issued is found without. */
  readonly shopId: ShopId | undefined;
  readonly actor: Operator;
};

/** Refuses a token on every instance within a second. Twice changes nothing the second time. */
export const revokeToken = ({ database }: Needs, { tokenId, actor, ...order }: Order): Promise<ListedToken> =>
  database.transaction(async (tx) => {
    const shopId = (await findShopOf(tx, tokenId)) ?? order.shopId;
    if (shopId === undefined) throw new OperatorRefusal('token_not_found', { tokenId });
    if (await markTokenRevoked(tx, shopId, tokenId)) {
      await recordAudit(tx, { actor, action: 'token.revoked', subject: tokenId, shopId });
    }
    return readToken(tx, shopId, tokenId);
  });
