import { eventKinds, storedTypes, type EventKind } from '#outbox';
import { apis, type Api } from '#platform/apis';
import { OperatorRefusal } from '#platform/refusals';

/**
 * How each API names what happened, in its webhooks and in the filters that operators write; null: its merchants are not told.
 * An event without a name in each API does not compile.
 */
export const eventNames = {
  v1: {
    accepted: null,
    awaiting_confirmation: 'operation.awaiting_confirmation',
    manual_check: 'operation.manual_check',
    completed: 'operation.completed',
    cancelled: 'operation.cancelled',
    adjusted: 'operation.adjusted',
  },
  h2h: {
    accepted: 'operation.in_progress',
    awaiting_confirmation: null,
    manual_check: null,
    completed: 'operation.success',
    cancelled: 'operation.failed',
    adjusted: null,
  },
} as const satisfies Record<Api, Record<EventKind, string | null>>;

const rows = apis.flatMap((api) =>
  eventKinds.map((kind) => ({ api, type: storedTypes[kind], name: eventNames[api][kind] })),
);

/** Every type an endpoint may ask for, of all APIs. */
export const eventTypes: readonly string[] = [...new Set(rows.flatMap(({ name }) => name ?? []))];

const isEventType = (type: string): boolean => eventTypes.includes(type);

/** A filter names at least one known type; null stands for all. */
export const checkEventTypes = (types: readonly string[] | null): string[] | null => {
  if (types === null) return null;
  const unknown = types.filter((type) => !isEventType(type));
  if (types.length > 0 && unknown.length === 0) return [...new Set(types)];
  throw new OperatorRefusal('event_types_unknown', { types: unknown, known: eventTypes });
};

/** By API and type: how the SQL function `told_name` is given the names. */
export const toldNames: string = JSON.stringify(
  Object.fromEntries(
    apis.map((api) => [api, Object.fromEntries(eventKinds.map((kind) => [storedTypes[kind], eventNames[api][kind]]))]),
  ),
);

/** @throws Error where the event has no name in its API */
export const nameOf = (api: Api, type: string): string => {
  const name = rows.find((row) => row.api === api && row.type === type)?.name;
  if (name === undefined || name === null) throw new Error(`An event ${type} has no name in ${api}.`);
  return name;
};
