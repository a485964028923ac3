import { readFileSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { messageOf } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'connectors'>;

type Agreeing = { readonly yes?: boolean; readonly json?: boolean };
type Setting = {
  readonly url?: string;
  readonly authority?: string;
  readonly certificate?: string;
  readonly key?: string;
  readonly concurrency?: number;
  readonly rate?: number;
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new OperatorRefusal('file_unreadable', { path, reason: messageOf(error) });
  }
};

const requireProviderId = (providerId: string): string => {
  if (!/^[a-z0-9-]{1,40}$/.test(providerId)) throw new OperatorRefusal('provider_id_malformed', { providerId });
  return providerId;
};

const parseLimit = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new OperatorRefusal('connector_limit_wrong', { limit: text });
  return Number(text);
};

const certificateIn = ({ certificate, key }: Setting): { readonly cert: string; readonly key: string } | null => {
  if ((certificate === undefined) !== (key === undefined)) throw new OperatorRefusal('connector_certificate_wrong', {});
  return certificate === undefined || key === undefined ? null : { cert: readText(certificate), key: readText(key) };
};

const add = async (
  { terminal, connectors }: Needs,
  id: string,
  options: Agreeing & Setting & { readonly url: string },
): Promise<void> => {
  const providerId = requireProviderId(id);
  const certificate = certificateIn(options);
  const setting = {
    url: options.url,
    authority: options.authority === undefined ? null : readText(options.authority),
    concurrency: options.concurrency ?? null,
    callsPerSecond: options.rate ?? null,
  };
  const question = `Connect the provider ${providerId} at ${options.url}? Its secrets are shown once.`;
  await confirm(terminal, question, options.yes === true);
  const made = await connectors.add({ providerId, setting, certificate });
  const callbackPath = `/connector/v1/callbacks/${providerId}`;
  if (options.json) return printJson(terminal, { providerId, ...made, callbackPath });
  terminal.tell(`Connected ${providerId}. It sends its callbacks to ${callbackPath} of this server. Shown this once:`);
  terminal.print(`secret of our calls      ${made.secret}`);
  terminal.print(`secret of its callbacks  ${made.callbackSecret}`);
};

const set = async ({ terminal, connectors }: Needs, providerId: string, options: Agreeing & Setting): Promise<void> => {
  const certificate = certificateIn(options);
  const change = {
    ...(options.url !== undefined && { url: options.url }),
    ...(options.authority !== undefined && { authority: readText(options.authority) }),
    ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
    ...(options.rate !== undefined && { callsPerSecond: options.rate }),
  };
  await confirm(terminal, `Change the connector ${providerId}?`, options.yes === true);
  await connectors.set({ providerId, change });
  if (certificate !== null) await connectors.setCertificate({ providerId, certificate });
  if (options.json) return printJson(terminal, { providerId, changed: true });
  terminal.tell(`Changed ${providerId}.`);
};

type RotateOptions = Agreeing & { readonly of: 'calls' | 'callbacks'; readonly now?: boolean };

const rotateSecret = async (
  { terminal, connectors }: Needs,
  providerId: string,
  options: RotateOptions,
): Promise<void> => {
  const isAtOnce = options.now === true;
  const before = isAtOnce ? 'The present one ends now' : 'The present one stays valid for 24 hours';
  await confirm(terminal, `Replace the secret of ${options.of} of ${providerId}? ${before}.`, options.yes === true);
  const purpose = options.of === 'calls' ? 'call' : 'callback';
  const secret = await connectors.rotateSecret({ providerId, purpose, isAtOnce });
  if (options.json) return printJson(terminal, { providerId, of: options.of, secret });
  const when =
    isAtOnce || purpose === 'callback' ? 'from now on' : 'in 24 hours; until then its connector must take both';
  terminal.tell(`New secret of ${options.of} of ${providerId}, used ${when}, shown this once:`);
  terminal.print(secret);
};

const remove = async ({ terminal, connectors }: Needs, providerId: string, options: Agreeing): Promise<void> => {
  const question = `Forget the connector ${providerId} with its secrets? Its provider takes no orders any more.`;
  await confirm(terminal, question, options.yes === true);
  await connectors.remove({ providerId });
  if (options.json) return printJson(terminal, { providerId, removed: true });
  terminal.tell(`Removed ${providerId}.`);
};

type Listed = Awaited<ReturnType<Uses['connectors']['list']>>[number];

const stateOf = ({ isActive, toldAt, health }: Listed): string => {
  if (!isActive) return 'takes no orders';
  if (toldAt === null) return 'silent so far';
  return health?.status ?? 'unreachable';
};

const list = async ({ terminal, connectors }: Needs, options: { readonly json?: boolean }): Promise<void> => {
  const found = await connectors.list();
  if (options.json) return printJson(terminal, found);
  const rows = found.map((connector) => [
    connector.providerId,
    connector.url,
    stateOf(connector),
    connector.capabilities?.name ?? '',
    connector.secrets.map(({ purpose, expiresAt }) => (expiresAt === null ? purpose : `${purpose}*`)).join(' '),
    (connector.balances ?? []).map(({ available, currency }) => `${available} ${currency}`).join(', '),
    formatTime(connector.toldAt),
  ]);
  const header = ['PROVIDER', 'ADDRESS', 'STATE', 'NAME', 'SECRETS', 'BALANCES', 'TOLD'];
  terminal.print(formatTable(header, rows));
};

const withSettings = (command: Command): Command =>
  command
    .option('--authority <file>', 'PEM of the authority that vouches for it, in place of those that everybody knows')
    .option('--certificate <file>', 'PEM of the client certificate that it asks us for')
    .option('--key <file>', 'PEM of the key of that certificate')
    .option('--concurrency <count>', 'calls that a process has under way at a time', parseLimit)
    .option('--rate <count>', 'calls that a process makes in a second', parseLimit)
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON');

export const addConnectorsCommands = (connectors: Command, needs: Needs): void => {
  withSettings(
    connectors
      .command('add <provider>')
      .description('connect a provider; the secrets of both directions are shown once')
      .requiredOption('--url <url>', 'scheme, host and port of its connector'),
  ).action((id: string, options: Agreeing & Setting & { readonly url: string }) => add(needs, id, options));
  withSettings(
    connectors
      .command('set <provider>')
      .description('change what is named of a connector')
      .option('--url <url>', 'scheme, host and port of its connector'),
  ).action((id: string, options: Agreeing & Setting) => set(needs, id, options));
  connectors
    .command('rotate-secret <provider>')
    .description('replace a secret of a connector; the one before is valid for another 24 hours')
    .addOption(
      new Option('--of <direction>', 'the secret of our calls, or of its callbacks')
        .choices(['calls', 'callbacks'])
        .makeOptionMandatory(),
    )
    .option('--now', 'end the one before at once')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((id: string, options: RotateOptions) => rotateSecret(needs, id, options));
  connectors
    .command('remove <provider>')
    .description('forget a connector that has no orders under way')
    .option('--yes', 'do not ask')
    .option('--json', 'answer in JSON')
    .action((id: string, options: Agreeing) => remove(needs, id, options));
  connectors
    .command('list')
    .description('list connectors, with what they last told of themselves; a secret with a star runs out')
    .option('--json', 'answer in JSON')
    .action((options: { readonly json?: boolean }) => list(needs, options));
};
