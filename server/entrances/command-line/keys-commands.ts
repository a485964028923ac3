import type { Command } from 'commander';
import { issueApiKey, listApiKeys, revokeApiKey } from '#features/access';
import { OperatorRefusal } from '#platform/refusals';
import { isUuid, type KeyId } from '#platform/ids';
import { formatTable, formatTime } from './format-table.ts';
import { printJson, requireShop, type Session } from './session.ts';
import { confirm } from './terminal.ts';

type Options = { readonly shop: string; readonly yes?: boolean; readonly json?: boolean };

const issue = async (session: Session, options: Options): Promise<void> => {
  const { terminal, actor } = session;
  const database = session.database();
  const shop = await requireShop(database, options.shop);
  await confirm(
    terminal,
    `Issue an API key for the ${shop.mode} shop ${shop.name}? It is shown once.`,
    options.yes === true,
  );
  const issued = await issueApiKey({ database }, { shop, actor });
  if (options.json) return printJson(terminal, { shop: shop.name, ...issued });
  terminal.tell(`API key ${issued.keyId} of shop ${shop.name}, shown this once:`);
  terminal.print(issued.apiKey);
};

const revoke = async (session: Session, keyId: string, options: Omit<Options, 'shop'>): Promise<void> => {
  const { terminal, actor } = session;
  if (!isUuid(keyId)) throw new OperatorRefusal('key_id_malformed', { keyId });
  await confirm(
    terminal,
    `Revoke API key ${keyId}? Requests with it are refused within a second.`,
    options.yes === true,
  );
  const key = await revokeApiKey({ database: session.database() }, { keyId: keyId as KeyId, actor });
  if (options.json) return printJson(terminal, key);
  terminal.print(`Revoked ${key.hint} of shop ${key.shopName} at ${formatTime(key.revokedAt)}.`);
};

const list = async (session: Session, options: Partial<Options>): Promise<void> => {
  const database = session.database();
  const shop = options.shop === undefined ? undefined : await requireShop(database, options.shop);
  const keys = await listApiKeys(database, shop?.shopId);
  if (options.json) return printJson(session.terminal, keys);
  const rows = keys.map((key) => [
    key.keyId,
    key.shopName,
    key.hint,
    formatTime(key.createdAt),
    formatTime(key.revokedAt),
  ]);
  session.terminal.print(formatTable(['ID', 'SHOP', 'KEY', 'ISSUED', 'REVOKED'], rows));
};

export const addKeysCommands = (keys: Command, session: Session): void => {
  keys
    .command('issue')
    .description('issue an API key; its text is shown once and kept nowhere')
    .requiredOption('--shop <name>', 'the shop it opens')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((options: Options) => issue(session, options));
  keys
    .command('revoke <id>')
    .description('refuse requests with a key from now on; operations in flight go on')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((id: string, options: Omit<Options, 'shop'>) => revoke(session, id, options));
  keys
    .command('list')
    .description('list API keys by their first characters')
    .option('--shop <name>', 'of this shop only')
    .option('--json', 'answer in JSON')
    .action((options: Partial<Options>) => list(session, options));
};
