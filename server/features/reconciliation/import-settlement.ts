import { recordAudit, type Operator } from '#features/access';
import type { Database } from '#platform/database';
import { newId } from '#platform/ids';
import { OperatorRefusal } from '#platform/refusals';
import { matchSettlement } from './match-settlement.ts';
import {
  digestOf,
  findFileByDigest,
  insertFile,
  listProviderIds,
  writeSettlementLines,
  type SettlementFile,
} from './settlement-files-store.ts';
import type { SettlementLine } from './settlement-line.ts';
import type { SettlementMapping } from './settlement-mapping.ts';
import { readSettlement, surveySettlement, type SettlementSource, type SettlementSurvey } from './survey-settlement.ts';

type Needs = { readonly database: Database };

export type SettlementOrder = {
  readonly source: SettlementSource;
  readonly providerId: string;
  readonly mapping: SettlementMapping;
};

/** What an import is at: reading the lines into the database, or matching them. */
export type ImportProgress = (
  phase: 'lines written' | 'lines matched',
  progress: { readonly done: number; readonly total: number },
) => void;

const mostAtOnce = 2_000;

/** @throws OperatorRefusal provider_not_found, settlement_file_wrong */
export const surveySettlementFile = async (
  { database }: Needs,
  { source, providerId, mapping }: SettlementOrder,
): Promise<SettlementSurvey> => {
  const providers = await listProviderIds(database);
  if (!providers.includes(providerId)) throw new OperatorRefusal('provider_not_found', { providerId, providers });
  return surveySettlement(source, mapping);
};

const begin = (
  { database }: Needs,
  { source, providerId, mapping }: SettlementOrder,
  { digest, lines, lastLine, scopes, period }: SettlementSurvey,
  actor: Operator,
): Promise<SettlementFile> =>
  database.transaction(async (tx) => {
    const file = {
      file_id: newId<string>(),
      provider_id: providerId,
      digest,
      mapping_digest: digestOf(JSON.stringify(mapping)),
      name: source.name,
      lines,
      last_line: lastLine,
      period_from: period?.from ?? null,
      period_to: period?.to ?? null,
      scopes: scopes.map(({ direction, currency }) => `${direction} ${currency}`),
    };
    if (await insertFile(tx, file)) {
      const after = { provider: providerId, name: source.name, lines, digest: digest.toString('hex'), mapping };
      await recordAudit(tx, { actor, action: 'settlement.imported', subject: file.file_id, after });
    }
    const present = (await findFileByDigest(tx, providerId, digest))!;
    if (present.matched_at === null && !present.mapping_digest.equals(file.mapping_digest)) {
      throw new OperatorRefusal('settlement_mapping_changed', { file: source.name });
    }
    return present;
  });

const writeAll = async (
  { database }: Needs,
  { source, mapping }: SettlementOrder,
  { digest }: SettlementSurvey,
  file: SettlementFile,
  tell: ImportProgress,
): Promise<void> => {
  const read = readSettlement(source, mapping);
  const total = file.lines;
  let [done, writtenTo, batch]: [number, number, SettlementLine[]] = [0, file.written_to, []];
  const write = async (): Promise<void> => {
    const isOurs = await writeSettlementLines(database, { fileId: file.file_id, writtenTo }, batch);
    if (!isOurs) throw new OperatorRefusal('settlement_import_under_way', {});
    writtenTo = batch.at(-1)!.line;
    batch = [];
    tell('lines written', { done, total });
  };
  const changed = new OperatorRefusal('settlement_file_changed', { file: source.name });
  for await (const one of read.lines) {
    if (!('settled' in one)) throw changed;
    done += 1;
    if (one.line > writtenTo) batch.push(one.settled);
    if (batch.length === mostAtOnce) await write();
  }
  if (!read.digest().equals(digest)) throw changed;
  if (batch.length > 0) await write();
};

/**
 * Takes a file up that was surveyed: writes its lines, and matches them. What was cut off goes on where it stood, and a file that
 * was imported before changes nothing.
 * @throws OperatorRefusal settlement_mapping_changed, settlement_file_changed, settlement_import_under_way
 */
export const importSettlementFile = async (
  needs: Needs,
  order: SettlementOrder,
  survey: SettlementSurvey,
  { actor, tell }: { readonly actor: Operator; readonly tell: ImportProgress },
): Promise<{ readonly fileId: string; readonly isRepeated: boolean }> => {
  const file = await begin(needs, order, survey, actor);
  if (file.matched_at !== null) return { fileId: file.file_id, isRepeated: true };
  if (file.written_to < file.last_line) await writeAll(needs, order, survey, file, tell);
  await matchSettlement(needs, file, (progress) => tell('lines matched', progress));
  return { fileId: file.file_id, isRepeated: false };
};
