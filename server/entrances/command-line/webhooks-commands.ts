import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Replayed } from '#features/webhooks';
import { OperatorRefusal } from '#platform/refusals';
import { isUuid, type EndpointId, type EventId } from '#platform/ids';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { parseTime } from './parse-time.ts';
import { confirm, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'shops' | 'webhooks'>;

const parseId = (text: string): string => {
  if (isUuid(text)) return text;
  throw new InvalidArgumentError('Give an id as `turnpike webhooks list` or `endpoints` shows it.');
};

const parseLimit = (text: string): number => {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a number from 1 to 9999.');
};

type ShopOptions = { readonly shop: string; readonly yes?: boolean; readonly json?: boolean };
type ListOptions = ShopOptions & {
  readonly status?: 'pending' | 'delivered' | 'dead';
  readonly event?: EventId;
  readonly limit: number;
};

const list = async (
  { terminal, shops, webhooks }: Needs,
  { shop: name, status, event, limit, json }: ListOptions,
): Promise<void> => {
  const { shopId } = await shops.require(name);
  const filter = { shopId, limit, ...(status ? { status } : {}), ...(event ? { eventId: event } : {}) };
  const deliveries = await webhooks.deliveries(filter);
  if (json) return printJson(terminal, deliveries);
  const rows = deliveries.map((delivery) => [
    delivery.eventId,
    delivery.type,
    delivery.status,
    String(delivery.attempts),
    String(delivery.lastHttpStatus ?? ''),
    delivery.lastError ?? '',
    formatTime(delivery.nextAttemptAt),
    delivery.url,
  ]);
  terminal.print(formatTable(['EVENT', 'TYPE', 'STATUS', 'ATTEMPTS', 'HTTP', 'LAST ERROR', 'NEXT', 'URL'], rows));
};

const endpoints = async ({ terminal, shops, webhooks }: Needs, { shop: name, json }: ShopOptions): Promise<void> => {
  const { shopId } = await shops.require(name);
  const found = await webhooks.endpoints(shopId);
  if (json) return printJson(terminal, found);
  const rows = found.map((endpoint) => [
    endpoint.endpointId,
    endpoint.isDefault ? 'default' : '',
    endpoint.disabledReason === null ? 'enabled' : `disabled (${endpoint.disabledReason})`,
    endpoint.types?.join(' ') ?? 'every type',
    endpoint.url,
  ]);
  terminal.print(formatTable(['ID', '', 'STATE', 'TYPES', 'URL'], rows));
};

type ReplayOptions = ShopOptions & {
  readonly event?: EventId;
  readonly from?: Date;
  readonly to?: Date;
  readonly delivered?: boolean;
};

const replayedIn = ({ event: eventId, from, to = new Date(), delivered = false }: ReplayOptions): Replayed => {
  if (eventId !== undefined && from === undefined) return { eventId };
  if (eventId === undefined && from !== undefined) return { from, to, includesDelivered: delivered };
  throw new OperatorRefusal('replay_unclear', {});
};

const replay = async ({ terminal, shops, webhooks }: Needs, options: ReplayOptions): Promise<void> => {
  const what = replayedIn(options);
  const shop = await shops.require(options.shop);
  const range =
    'eventId' in what ? `event ${what.eventId}` : `events from ${formatTime(what.from)} to ${formatTime(what.to)}`;
  await confirm(terminal, `Send ${range} of shop ${shop.name} again?`, options.yes === true);
  const count = await webhooks.replay({ shop, what });
  if (options.json) return printJson(terminal, count);
  terminal.print(`Events: ${count.events}. Deliveries to be sent again: ${count.deliveries}.`);
};

type RotateOptions = ShopOptions & { readonly endpoint?: EndpointId };

const rotate = async ({ terminal, shops, webhooks }: Needs, options: RotateOptions): Promise<void> => {
  const shop = await shops.require(options.shop);
  const owner = options.endpoint === undefined ? `shop ${shop.name}` : `endpoint ${options.endpoint}`;
  const question = `Replace the webhook secret of ${owner}? The present one stays valid for 24 hours.`;
  await confirm(terminal, question, options.yes === true);
  const endpointId = options.endpoint ?? null;
  const secret = await webhooks.rotateSecret({ shop, endpointId });
  if (options.json) return printJson(terminal, { shop: shop.name, endpointId, secret });
  terminal.tell(`New webhook secret of ${owner}, shown this once:`);
  terminal.print(secret);
};

export const addWebhooksCommands = (webhooks: Command, needs: Needs): void => {
  const command = (name: string, description: string): Command =>
    webhooks
      .command(name)
      .description(description)
      .requiredOption('--shop <name>', 'the shop')
      .option('--json', 'answer in JSON');
  command('list', 'list deliveries, newest first')
    .addOption(new Option('--status <status>', 'only these').choices(['pending', 'delivered', 'dead']))
    .option('--event <id>', 'of this event only', parseId)
    .option('--limit <count>', 'at most so many', parseLimit, 50)
    .action((options: ListOptions) => list(needs, options));
  command('endpoints', 'list endpoints').action((options: ShopOptions) => endpoints(needs, options));
  command('replay', 'send an event, or the undelivered events of a time range, again')
    .option('--event <id>', 'this event, delivered or not', parseId)
    .option('--from <time>', 'events from this time on', parseTime)
    .option('--to <time>', 'events before this time; now if left out', parseTime)
    .option('--delivered', 'of a range also what was delivered')
    .option('--yes', 'do not ask')
    .action((options: ReplayOptions) => replay(needs, options));
  command('rotate', 'replace the webhook secret of a shop or endpoint')
    .option('--endpoint <id>', "an endpoint's own secret instead of the shop's", parseId)
    .option('--yes', 'do not ask')
    .action((options: RotateOptions) => rotate(needs, options));
};
