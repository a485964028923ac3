import {
  mostListed,
  type FileTotals,
  type Mismatch,
  type MismatchFilter,
  type SettlementFile,
} from '#features/reconciliation';
import { decimal, formatAmount } from '#platform/money';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { printable } from './printable.ts';
import { printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'reconciliation'>;
type Wishes = { readonly json: boolean };

const stateOf = ({ written_to: written, last_line: last, matched_at: matched }: SettlementFile): string => {
  if (matched !== null) return 'matched';
  return written < last ? 'being read' : 'being matched';
};

const shownFile = (file: SettlementFile) => ({
  fileId: file.file_id,
  providerId: file.provider_id,
  name: file.name,
  lines: file.lines,
  state: stateOf(file),
  periodFrom: file.period_from,
  periodTo: file.period_to,
  importedAt: file.created_at,
});

export const listFiles = async (
  { terminal, reconciliation }: Needs,
  providerId: string | null,
  { json }: Wishes,
): Promise<void> => {
  const files = await reconciliation.files(providerId);
  if (json) return printJson(terminal, files.map(shownFile));
  if (files.length === 0) return terminal.tell('No settlement file was imported.');
  const rows = files.map((file) => [
    file.file_id,
    file.provider_id,
    printable(file.name),
    String(file.lines),
    stateOf(file),
    formatTime(file.created_at),
  ]);
  terminal.print(formatTable(['FILE', 'PROVIDER', 'NAME', 'LINES', 'STATE', 'IMPORTED'], rows));
};

const outcomeText = ({ outcome, resolution }: FileTotals): string =>
  `${outcome.replace('_', ' ')}${resolution === null ? '' : ` (${resolution})`}`;

export const showFile = async (
  { terminal, reconciliation }: Needs,
  fileId: string,
  { json }: Wishes,
): Promise<void> => {
  const { file, totals } = await reconciliation.show(fileId);
  if (json) {
    const shown = totals.map(({ amount, fee, cleared, currency, ...rest }) => ({
      ...rest,
      currency,
      amount: formatAmount(decimal(amount), currency),
      fee: formatAmount(decimal(fee), currency),
      cleared: formatAmount(decimal(cleared), currency),
    }));
    return printJson(terminal, { ...shownFile(file), outcomes: shown });
  }
  terminal.print(
    `File ${fileId} of ${file.provider_id}, ${printable(file.name)}: ${file.lines} lines, ${stateOf(file)}.`,
  );
  if (totals.length === 0) return;
  const rows = totals.map((total) => [
    outcomeText(total),
    total.direction,
    String(total.lines),
    `${formatAmount(decimal(total.amount), total.currency)} ${total.currency}`,
    formatAmount(decimal(total.fee), total.currency),
    formatAmount(decimal(total.cleared), total.currency),
  ]);
  terminal.print(formatTable(['OUTCOME', 'DIRECTION', 'LINES', 'AMOUNT', 'FEE', 'CLEARED'], rows));
};

/** How a command names it: by its attempt, or by its line where it has none. */
const nameOf = ({ attemptId, lines }: Mismatch): string => attemptId ?? `${lines[0]!.fileId}:${lines[0]!.line}`;

export const lineNamesOf = ({ lines }: Mismatch): string => {
  const numbers = lines.filter(({ line }) => line > 0).map(({ line }) => line);
  return numbers.length === 0 ? 'no line' : `line ${numbers.join(', ')}`;
};

export const listMismatches = async (
  { terminal, reconciliation }: Needs,
  filter: MismatchFilter,
  { json }: Wishes,
): Promise<void> => {
  const items = await reconciliation.list(filter);
  if (json) {
    const shown = items.map((item) => ({
      mismatch: nameOf(item),
      ...item,
      told: formatAmount(item.told, item.currency),
      due: formatAmount(item.due, item.currency),
      difference: formatAmount(item.told.minus(item.due), item.currency),
    }));
    return printJson(terminal, shown);
  }
  if (items.length === 0) return terminal.tell('Files and ledger agree.');
  const rows = items.map((item) => [
    nameOf(item),
    item.shop ?? '',
    item.providerId,
    item.direction,
    item.kind.replace('_', ' '),
    `${formatAmount(item.told, item.currency)} ${item.currency}`,
    formatAmount(item.due, item.currency),
    formatAmount(item.told.minus(item.due), item.currency),
    item.reference === null ? lineNamesOf(item) : `${lineNamesOf(item)}: ${printable(item.reference.slice(0, 60))}`,
  ]);
  const header = ['MISMATCH', 'SHOP', 'PROVIDER', 'DIRECTION', 'KIND', 'SETTLED', 'DUE', 'DIFFERENCE', 'IN THE FILE'];
  terminal.print(formatTable(header, rows));
  if (items.length >= mostListed) terminal.tell(`These are the newest ${mostListed}; there may be more.`);
};

export const listDue = async (
  { terminal, reconciliation }: Needs,
  filter: Pick<MismatchFilter, 'providerId' | 'shopId'>,
  { json, csv }: Wishes & { readonly csv: boolean },
): Promise<void> => {
  const items = (await reconciliation.due(filter)).map((item) => ({
    shop: item.shop,
    operationId: item.operation_id,
    attemptId: item.attempt_id,
    providerId: item.provider_id,
    direction: item.direction,
    due: formatAmount(decimal(item.due), item.currency),
    currency: item.currency,
    finishedAt: item.finished_at,
  }));
  if (json) return printJson(terminal, items);
  if (csv) {
    const lines = items.map(({ attemptId, due, currency, direction, finishedAt }) =>
      [attemptId, due, '0.00', currency, direction, formatTime(finishedAt).slice(0, 10)].join(','),
    );
    return terminal.print(['attempt,amount,fee,currency,direction,day', ...lines].join('\n'));
  }
  if (items.length === 0) return terminal.tell('Nothing is due from providers.');
  const rows = items.map((item) => [
    item.shop,
    item.operationId,
    item.attemptId,
    item.providerId,
    item.direction,
    `${item.due} ${item.currency}`,
    formatTime(item.finishedAt),
  ]);
  terminal.print(formatTable(['SHOP', 'OPERATION', 'ATTEMPT', 'PROVIDER', 'DIRECTION', 'DUE', 'SINCE'], rows));
  if (items.length >= mostListed) terminal.tell(`These are the newest ${mostListed}; there may be more.`);
};
