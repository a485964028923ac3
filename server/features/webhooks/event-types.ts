import { OperatorRefusal } from '#platform/refusals';

/** Every type an endpoint may ask for, of both APIs. */
export const eventTypes = [
  'operation.awaiting_confirmation',
  'operation.manual_check',
  'operation.completed',
  'operation.cancelled',
  'operation.adjusted',
  'operation.in_progress',
  'operation.success',
  'operation.failed',
] as const;

const isEventType = (type: string): boolean => (eventTypes as readonly string[]).includes(type);

/** A filter names at least one known type; null stands for all. */
export const checkEventTypes = (types: readonly string[] | null): string[] | null => {
  if (types === null) return null;
  const unknown = types.filter((type) => !isEventType(type));
  if (types.length > 0 && unknown.length === 0) return [...new Set(types)];
  throw new OperatorRefusal('event_types_unknown', { types: unknown, known: eventTypes });
};
