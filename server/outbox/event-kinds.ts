/**
 * What can happen to an operation, and how the column `events.type` has it: the SQL functions that record events write it so,
 * and what is stored stays as it is. How merchants are told is for the API that made the operation.
 */
export const storedTypes = {
  accepted: 'operation.accepted',
  awaiting_confirmation: 'operation.awaiting_confirmation',
  manual_check: 'operation.manual_check',
  completed: 'operation.completed',
  cancelled: 'operation.cancelled',
  adjusted: 'operation.adjusted',
} as const;

export type EventKind = keyof typeof storedTypes;

export const eventKinds = Object.keys(storedTypes) as readonly EventKind[];
