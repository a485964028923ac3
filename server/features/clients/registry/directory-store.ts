import { runStatement, type Database, type Statement } from '#platform/database';
import type { ClientId, ShopId, TokenId } from '#platform/ids';

const finding: Statement = {
  name: 'find_shop_in_client_directory',
  text: `select shop_id from client_directory where id = $1`,
};

/** The shop of a client, or of a token that an operator has issued. By primary key. */
export const findShopOf = async (database: Database, id: ClientId | TokenId): Promise<ShopId | null> =>
  (await runStatement<{ shop_id: ShopId }>(database, finding, [id]))[0]?.shop_id ?? null;

const insertion: Statement = {
  name: 'client_directory_insert',
  text: `insert into client_directory (id, shop_id) values ($1, $2)`,
};

export const insertIntoDirectory = async (
  database: Database,
  id: ClientId | TokenId,
  shopId: ShopId,
): Promise<void> => {
  await runStatement(database, insertion, [id, shopId]);
};
