import { InvalidArgumentError, type Command } from 'commander';
import type { Scope } from '#features/access';
import { isUuid, type TokenId } from '#platform/ids';
import { OperatorRefusal } from '#platform/refusals';
import { requireClientId } from './clients-commands.ts';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { parseScopes } from './parse-scopes.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'tokens'>;

type Options = { readonly yes?: boolean; readonly json?: boolean };
type IssueOptions = Options & { readonly client: string; readonly scopes?: readonly Scope[]; readonly days: number };

const mostDays = 365;
const usualDays = 90;

const parseDays = (text: string): number => {
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= mostDays) return Number(text);
  throw new InvalidArgumentError(`Give a number from 1 to ${mostDays}.`);
};

const issue = async ({ terminal, tokens }: Needs, options: IssueOptions): Promise<void> => {
  const clientId = requireClientId(options.client);
  const { scopes, days } = options;
  const question = `Issue a token of client ${clientId} that is valid for ${days} days? It is shown once.`;
  await confirm(terminal, question, options.yes === true);
  const issued = await tokens.issue({ clientId, scopes, days });
  if (options.json) return printJson(terminal, issued);
  const what = `Token ${issued.tokenId} for ${issued.scopes.join(', ')}, until ${formatTime(issued.expiresAt)}`;
  terminal.tell(`${what}, shown this once:`);
  terminal.print(issued.accessToken);
};

type RevokeOptions = Options & { readonly shop?: string };

const revoke = async ({ terminal, shops, tokens }: Needs, id: string, options: RevokeOptions): Promise<void> => {
  if (!isUuid(id)) throw new OperatorRefusal('token_id_malformed', { tokenId: id });
  const tokenId = id.toLowerCase() as TokenId;
  const shop = await shops.requireIfNamed(options.shop);
  await confirm(terminal, `Revoke token ${tokenId}? It is refused within a second.`, options.yes === true);
  const token = await tokens.revoke({ tokenId, shopId: shop?.shopId });
  if (options.json) return printJson(terminal, token);
  terminal.print(`Revoked token ${tokenId} of shop ${token.shopName} at ${formatTime(token.revokedAt)}.`);
};

const list = async (
  { terminal, shops, tokens }: Needs,
  options: { readonly shop?: string; readonly json?: boolean },
): Promise<void> => {
  const shop = await shops.requireIfNamed(options.shop);
  const found = await tokens.list(shop?.shopId);
  if (options.json) return printJson(terminal, found);
  const rows = found.map((token) => [
    token.tokenId,
    token.shopName,
    token.clientId ?? '',
    token.scopes?.join(',') ?? '',
    formatTime(token.createdAt),
    formatTime(token.expiresAt),
    formatTime(token.revokedAt),
  ]);
  terminal.print(formatTable(['ID', 'SHOP', 'CLIENT', 'SCOPES', 'ON RECORD', 'EXPIRES', 'REVOKED'], rows));
};

export const addTokensCommands = (tokens: Command, needs: Needs): void => {
  tokens
    .command('issue')
    .description('issue a token that lives for days; it is shown once and kept nowhere')
    .requiredOption('--client <id>', 'the client it is of')
    .option('--scopes <list>', 'what it opens, of payin,payout,read; all of the client if left out', parseScopes)
    .option('--days <count>', `for how long, at most ${mostDays}`, parseDays, usualDays)
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((options: IssueOptions) => issue(needs, options));
  tokens
    .command('revoke <id>')
    .description('refuse a token, named by its jti, from now on; operations in flight go on')
    .option('--shop <name>', 'whose it is, of a token that lives for ten minutes')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((id: string, options: RevokeOptions) => revoke(needs, id, options));
  tokens
    .command('list')
    .description('list the tokens that were issued or revoked here; those of ten minutes are not on record')
    .option('--shop <name>', 'of this shop only')
    .option('--json', 'answer in JSON')
    .action((options: { readonly shop?: string; readonly json?: boolean }) => list(needs, options));
};
