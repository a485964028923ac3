import type { Command } from 'commander';
import { everyScope, type Scope } from '#features/access';
import { isUuid, type ClientId } from '#platform/ids';
import { OperatorRefusal } from '#platform/refusals';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { parseScopes } from './parse-scopes.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'clients'>;

type Options = { readonly yes?: boolean; readonly json?: boolean };
type IssueOptions = Options & { readonly shop: string; readonly scopes: readonly Scope[] };

export const requireClientId = (text: string): ClientId => {
  if (!isUuid(text)) throw new OperatorRefusal('client_id_malformed', { clientId: text });
  return text.toLowerCase() as ClientId;
};

const issue = async ({ terminal, shops, clients }: Needs, options: IssueOptions): Promise<void> => {
  const shop = await shops.require(options.shop);
  const { scopes } = options;
  const question = `Issue a client of the ${shop.mode} shop ${shop.name} for ${scopes.join(', ')}? Its secret is shown once.`;
  await confirm(terminal, question, options.yes === true);
  const issued = await clients.issue({ shop, scopes });
  if (options.json) return printJson(terminal, { shop: shop.name, ...issued });
  terminal.tell(`Client ${issued.clientId} of shop ${shop.name}; its secret, shown this once:`);
  terminal.print(issued.clientSecret);
};

const revoke = async ({ terminal, clients }: Needs, id: string, options: Options): Promise<void> => {
  const clientId = requireClientId(id);
  const question = `Revoke client ${clientId}? Its secrets are refused at once, and its tokens within a second.`;
  await confirm(terminal, question, options.yes === true);
  const client = await clients.revoke({ clientId });
  if (options.json) return printJson(terminal, client);
  terminal.print(`Revoked client ${clientId} of shop ${client.shopName} at ${formatTime(client.revokedAt)}.`);
};

type RotateOptions = Options & { readonly now?: boolean };

const rotateSecret = async ({ terminal, clients }: Needs, id: string, options: RotateOptions): Promise<void> => {
  const clientId = requireClientId(id);
  const isAtOnce = options.now === true;
  const before = isAtOnce ? 'The present one ends now' : 'The present one stays valid for 24 hours';
  await confirm(terminal, `Replace the secret of client ${clientId}? ${before}.`, options.yes === true);
  const rotated = await clients.rotateSecret({ clientId, isAtOnce });
  if (options.json) return printJson(terminal, rotated);
  const until = isAtOnce ? 'has ended' : `is valid until ${formatTime(rotated.previousUntil)}`;
  terminal.tell(`The secret before ${until}. New secret of client ${clientId}, shown this once:`);
  terminal.print(rotated.clientSecret);
};

const list = async (
  { terminal, shops, clients }: Needs,
  options: { readonly shop?: string; readonly json?: boolean },
): Promise<void> => {
  const shop = await shops.requireIfNamed(options.shop);
  const found = await clients.list(shop?.shopId);
  if (options.json) return printJson(terminal, found);
  const rows = found.map((client) => [
    client.clientId,
    client.shopName,
    client.scopes.join(','),
    client.secrets.map(({ hint }) => hint).join(' '),
    formatTime(client.createdAt),
    formatTime(client.revokedAt),
  ]);
  terminal.print(formatTable(['ID', 'SHOP', 'SCOPES', 'SECRETS', 'ISSUED', 'REVOKED'], rows));
};

export const addClientsCommands = (clients: Command, needs: Needs): void => {
  clients
    .command('issue')
    .description('issue a client; its secret is shown once and kept nowhere')
    .requiredOption('--shop <name>', 'the shop it is of')
    .option('--scopes <list>', 'what its tokens may open, of payin,payout,read', parseScopes, everyScope)
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((options: IssueOptions) => issue(needs, options));
  clients
    .command('revoke <id>')
    .description('refuse a client and all of its tokens from now on; operations in flight go on')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((id: string, options: Options) => revoke(needs, id, options));
  clients
    .command('rotate-secret <id>')
    .description('replace the secret of a client; the one before is valid for another 24 hours')
    .option('--now', 'end the one before at once')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((id: string, options: RotateOptions) => rotateSecret(needs, id, options));
  clients
    .command('list')
    .description('list clients, with the first characters of their valid secrets')
    .option('--shop <name>', 'of this shop only')
    .option('--json', 'answer in JSON')
    .action((options: { readonly shop?: string; readonly json?: boolean }) => list(needs, options));
};
