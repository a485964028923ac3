import type { Api } from '#platform/apis';
import type { Database } from '#platform/database';
import { operationOfH2h } from '#test/support/wires';
import type { ReceivedEvent, Receivers } from './receivers.ts';

type EventRow = {
  readonly event_id: string;
  readonly operation_id: string;
  readonly api: Api;
  readonly type: string;
  readonly sequence: number;
  readonly status: string;
  readonly amount: string;
  readonly webhook_url: string | null;
};

/** What each API tells, as the database has it, and under which name. */
const names = {
  v1: {
    'operation.awaiting_confirmation': 'operation.awaiting_confirmation',
    'operation.manual_check': 'operation.manual_check',
    'operation.completed': 'operation.completed',
    'operation.cancelled': 'operation.cancelled',
  },
  h2h: {
    'operation.accepted': 'operation.in_progress',
    'operation.completed': 'operation.success',
    'operation.cancelled': 'operation.failed',
  },
} as const satisfies Record<Api, Readonly<Record<string, string>>>;

const nameOf = ({ api, type }: EventRow): string | undefined => (names[api] as Record<string, string>)[type];

const statusIn = {
  v1: (data) => data['status'],
  h2h: (data) => operationOfH2h(data)['status'],
} as const satisfies Record<Api, (data: ReceivedEvent['body']['data']) => unknown>;

const idIn = { v1: 'operation_id', h2h: 'id' } as const satisfies Record<Api, string>;

const isTrue = (event: EventRow | undefined, { type, sequence, data }: ReceivedEvent['body']): boolean =>
  event !== undefined &&
  nameOf(event) === type &&
  event.sequence === sequence &&
  event.operation_id === data[idIn[event.api]] &&
  event.status === statusIn[event.api](data);

type Ended = { readonly operation_id: string; readonly status: string; readonly told: readonly string[] };

/** In h2h each operation is told of twice and no more: when it was accepted, and when it ended. */
const ended = `
  select operation_id, o.status, array(select type from events e
    where e.shop_id = o.shop_id and e.operation_id = o.operation_id order by sequence) as told
  from operations o where o.api = 'h2h' and o.status in ('completed', 'cancelled')`;

const untoldFaults = async (database: Database): Promise<string[]> =>
  (await database.raw<{ rows: Ended[] }>(ended)).rows
    .filter(({ status, told }) => told.join() !== `operation.accepted,operation.${status}`)
    .map(({ operation_id: id, told }) => `of ${id} its merchant was told ${told.join()}`);

/** What was told and is not so, or is so and was not told. */
export const webhookFaults = async (database: Database, receivers: Receivers): Promise<string[]> => {
  const { rows } = await database.raw<{ rows: EventRow[] }>(
    `select e.event_id, operation_id, e.api, e.type, e.sequence, e.data ->> 'status' as status,
      to_char(o.expected_amount, 'FM999990.00') as amount, e.webhook_url
    from events e join operations o using (shop_id, operation_id)`,
  );
  const events = new Map(rows.map((row) => [row.event_id, row]));
  const received = receivers.received();
  const arrived = new Set(received.map(({ eventId }) => eventId));
  return [
    ...rows.filter(({ event_id: id }) => !arrived.has(id)).map(({ event_id: id }) => `the event ${id} never arrived`),
    ...received
      .filter(({ isSigned }) => !isSigned)
      .map(({ eventId }) => `the event ${eventId} came without its signature`),
    ...received.flatMap(({ eventId, body }) =>
      isTrue(events.get(eventId), body)
        ? []
        : [`a webhook tells of ${body.type} (${body.sequence}), which is not what happened`],
    ),
    ...rows
      .filter(({ amount, webhook_url: url }) => url !== receivers.ownUrlOf(amount))
      .map(({ event_id: id, webhook_url: url }) => `the event ${id} is to go to ${url ?? 'the endpoint of its shop'}`),
    ...received
      .filter(({ eventId, shop, url }) => url !== (events.get(eventId)?.webhook_url ?? receivers.honestUrl(shop)))
      .map(({ eventId, url }) => `the event ${eventId} arrived at ${url}`),
    ...(await untoldFaults(database)),
    ...(receivers.strays() > 0 ? ['a redirect was followed'] : []),
  ];
};
