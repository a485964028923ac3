import type { Command } from 'commander';
import { OperatorRefusal } from '#platform/refusals';
import { isUuid, type KeyId } from '#platform/ids';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'keys'>;

type Options = { readonly shop: string; readonly yes?: boolean; readonly json?: boolean };

const issue = async ({ terminal, shops, keys }: Needs, options: Options): Promise<void> => {
  const shop = await shops.require(options.shop);
  await confirm(
    terminal,
    `Issue an API key for the ${shop.mode} shop ${shop.name}? It is shown once.`,
    options.yes === true,
  );
  const issued = await keys.issue({ shop });
  if (options.json) return printJson(terminal, { shop: shop.name, ...issued });
  terminal.tell(`API key ${issued.keyId} of shop ${shop.name}, shown this once:`);
  terminal.print(issued.apiKey);
};

const revoke = async ({ terminal, keys }: Needs, keyId: string, options: Omit<Options, 'shop'>): Promise<void> => {
  if (!isUuid(keyId)) throw new OperatorRefusal('key_id_malformed', { keyId });
  await confirm(
    terminal,
    `Revoke API key ${keyId}? Requests with it are refused within a second.`,
    options.yes === true,
  );
  const key = await keys.revoke({ keyId: keyId as KeyId });
  if (options.json) return printJson(terminal, key);
  terminal.print(`Revoked ${key.hint} of shop ${key.shopName} at ${formatTime(key.revokedAt)}.`);
};

const list = async ({ terminal, shops, keys }: Needs, options: Partial<Options>): Promise<void> => {
  const shop = await shops.requireIfNamed(options.shop);
  const found = await keys.list(shop?.shopId);
  if (options.json) return printJson(terminal, found);
  const rows = found.map((key) => [
    key.keyId,
    key.shopName,
    key.hint,
    formatTime(key.createdAt),
    formatTime(key.revokedAt),
  ]);
  terminal.print(formatTable(['ID', 'SHOP', 'KEY', 'ISSUED', 'REVOKED'], rows));
};

export const addKeysCommands = (keys: Command, needs: Needs): void => {
  keys
    .command('issue')
    .description('issue an API key; its text is shown once and kept nowhere')
    .requiredOption('--shop <name>', 'the shop it opens')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((options: Options) => issue(needs, options));
  keys
    .command('revoke <id>')
    .description('refuse requests with a key from now on; operations in flight go on')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((id: string, options: Omit<Options, 'shop'>) => revoke(needs, id, options));
  keys
    .command('list')
    .description('list API keys by their first characters')
    .option('--shop <name>', 'of this shop only')
    .option('--json', 'answer in JSON')
    .action((options: Partial<Options>) => list(needs, options));
};
