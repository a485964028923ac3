import type { ShownOperation } from '#features/operations';
import { formatTable, formatTime } from './format-table.ts';
import { printable } from './printable.ts';
import type { Terminal } from './terminal.ts';

type Row = readonly (string | number | null)[];

const textOf = (cell: string | number | null): string => (cell === null ? '' : printable(String(cell)));
const jsonOf = (value: unknown): string => (value === null ? '' : JSON.stringify(value));

const attemptRows = ({ attempts }: ShownOperation): Row[] =>
  attempts.map((one) => [
    one.leg,
    one.position,
    one.provider,
    one.state,
    one.reason,
    one.reported,
    one.amount,
    one.currency,
    one.paid,
    one.returned,
    one.suspense,
    one.resolvedBy,
    formatTime(one.updatedAt),
    one.attemptId,
  ]);

const postingRows = ({ postings }: ShownOperation): Row[] =>
  postings.map((one) => [formatTime(one.at), one.kind, one.account, one.amount, one.currency, one.transactionId]);

const eventRows = ({ events }: ShownOperation): Row[] =>
  events.map((one) => [one.sequence, one.type, formatTime(one.at), one.eventId]);

const deliveryRows = ({ deliveries }: ShownOperation): Row[] =>
  deliveries.map((one) => [
    one.eventId,
    one.status,
    one.attempts,
    one.httpStatus,
    one.error,
    formatTime(one.finishedAt),
    one.url,
  ]);

const auditRows = ({ audit }: ShownOperation): Row[] =>
  audit.map((one) => [formatTime(one.at), one.actor, one.action, jsonOf(one.before), jsonOf(one.after)]);

/** All that is on record about an operation, a table for each kind of record. */
export const printOperation = ({ print }: Terminal, shown: ShownOperation): void => {
  const { operation } = shown;
  const section = (title: string, header: readonly string[], rows: readonly Row[]): void =>
    print(
      `\n${title}\n${
        rows.length === 0
          ? 'none'
          : formatTable(
              header,
              rows.map((row) => row.map(textOf)),
            )
      }`,
    );
  const fields = Object.entries({ ...operation, createdAt: formatTime(operation.createdAt) });
  print(
    formatTable(
      ['FIELD', 'VALUE'],
      fields.map(([name, value]) => [name, textOf(value)]),
    ),
  );
  section(
    'Attempts',
    [
      'LEG',
      'NO',
      'PROVIDER',
      'STATE',
      'REASON',
      'REPORTED',
      'AMOUNT',
      'CURRENCY',
      'PAID',
      'RETURNED',
      'SUSPENSE',
      'RESOLVED BY',
      'CHANGED',
      'ID',
    ],
    attemptRows(shown),
  );
  section('Postings', ['TIME', 'KIND', 'ACCOUNT', 'AMOUNT', 'CURRENCY', 'TRANSACTION'], postingRows(shown));
  section('Events', ['NO', 'TYPE', 'TIME', 'ID'], eventRows(shown));
  section('Deliveries', ['EVENT', 'STATUS', 'ATTEMPTS', 'HTTP', 'LAST ERROR', 'ENDED', 'URL'], deliveryRows(shown));
  section('Audit', ['TIME', 'ACTOR', 'ACTION', 'BEFORE', 'AFTER'], auditRows(shown));
};
