import type { Command } from 'commander';
import { isUuid, type SigningKeyId } from '#platform/ids';
import { OperatorRefusal } from '#platform/refusals';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'signingKeys'>;

type Options = { readonly yes?: boolean; readonly json?: boolean };
type RotateOptions = Options & { readonly now?: boolean };

const rotate = async ({ terminal, signingKeys }: Needs, options: RotateOptions): Promise<void> => {
  const isAtOnce = options.now === true;
  const when = isAtOnce ? 'in three seconds' : 'in ten minutes, when every copy of the JWKS has it';
  await confirm(terminal, `Make a new signing key, which signs ${when}?`, options.yes === true);
  const made = await signingKeys.rotate({ isAtOnce });
  if (options.json) return printJson(terminal, made);
  terminal.print(`Signing key ${made.keyId} signs from ${formatTime(made.signsFrom)}.`);
};

const revoke = async ({ terminal, signingKeys }: Needs, id: string, options: Options): Promise<void> => {
  if (!isUuid(id)) throw new OperatorRefusal('signing_key_id_malformed', { keyId: id });
  const keyId = id.toLowerCase() as SigningKeyId;
  const question = `Revoke signing key ${keyId}? Every token that it has signed is refused within a second.`;
  await confirm(terminal, question, options.yes === true);
  const revoked = await signingKeys.revoke({ keyId });
  if (options.json) return printJson(terminal, revoked);
  terminal.print(`Revoked signing key ${keyId}.`);
  if (revoked.replacement !== null) terminal.tell(`Signing key ${revoked.replacement.keyId} signs in its place.`);
};

const list = async ({ terminal, signingKeys }: Needs, { json }: Options): Promise<void> => {
  const found = await signingKeys.list();
  if (json) return printJson(terminal, found);
  const rows = found.map((key) => [
    key.keyId,
    key.state,
    formatTime(key.signsFrom),
    formatTime(key.signsUntil),
    formatTime(key.publishedUntil),
    formatTime(key.revokedAt),
  ]);
  terminal.print(formatTable(['ID', 'STATE', 'SIGNS FROM', 'UNTIL', 'PUBLISHED UNTIL', 'REVOKED'], rows));
};

export const addSigningKeysCommands = (signingKeys: Command, needs: Needs): void => {
  signingKeys
    .command('rotate')
    .description('make the next signing key; tokens of the present one go on until they end')
    .option('--now', 'let it sign in three seconds, before copies of the JWKS have it')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((options: RotateOptions) => rotate(needs, options));
  signingKeys
    .command('revoke <id>')
    .description('refuse every token of a signing key from now on, for one that may have become known')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((id: string, options: Options) => revoke(needs, id, options));
  signingKeys
    .command('list')
    .description('list signing keys, newest first, and when each signs and is published')
    .option('--json', 'answer in JSON')
    .action((options: Options) => list(needs, options));
};
