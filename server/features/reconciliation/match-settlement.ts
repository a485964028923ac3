import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';
import { closeListLines } from './close-list-lines.ts';
import { markMatched, noteStrays, readBounds, type SettlementFile } from './settlement-files-store.ts';
import { listShopIds, missStretch, reconcileStretch, type Stretch } from './settlement-matches-store.ts';

/** Attempts of a step, so that none locks for long and an import that is cut off loses little. */
const mostAttempts = 5_000;
const mostLines = 10_000;

/** How much older than a period an attempt may be that ended within it. */
const longestMs = 7 * 86_400_000;

type Needs = { readonly database: Database };
type Progress = (progress: { readonly done: number; readonly total: number }) => void;

/** The ids that attempts of this moment begin with: they are UUIDv7. */
const idAt = (moment: Date, rest: '0' | 'f'): string => {
  const hex = moment.getTime().toString(16).padStart(12, '0') + rest.repeat(20);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const walk = async <Reached extends { readonly reached: string }>(
  bounds: Omit<Stretch, 'after' | 'most'>,
  step: (stretch: Stretch) => Promise<Reached | null>,
): Promise<void> => {
  for (let after: string | null = null; ; ) {
    const done: Reached | null = await step({ ...bounds, after, most: mostAttempts });
    if (done === null) return;
    after = done.reached;
  }
};

/** What a file lacks is looked for where it tells of all that was settled on its days. */
const missAll = async ({ database }: Needs, file: SettlementFile, shops: readonly ShopId[]): Promise<void> => {
  const { file_id: fileId, provider_id: providerId, period_from: from, period_to: to, scopes } = file;
  if (from === null || to === null) return;
  const first = idAt(new Date(from.getTime() - longestMs), '0');
  const bounds = { fileId, providerId, first, last: idAt(to, 'f') };
  for (const shopId of shops) {
    await walk(bounds, (stretch) => missStretch(database, shopId, stretch, { from, to, scopes }));
  }
};

/**
 * Matches a file whose lines are written, shop by shop in short steps. Each step finds what the ones before it have done, so
 * it can be cut off anywhere and begun again.
 */
export const matchSettlement = async ({ database }: Needs, file: SettlementFile, tell: Progress): Promise<void> => {
  const { file_id: fileId, provider_id: providerId } = file;
  const shops = await listShopIds(database);
  const bounds = await readBounds(database, fileId);
  let done = 0;
  for (const shopId of bounds === null ? [] : shops) {
    await walk({ fileId, providerId, ...bounds! }, async (stretch) => {
      const step = await reconcileStretch(database, shopId, stretch);
      done += step?.lines ?? 0;
      tell({ done: Math.min(done, file.lines - 1), total: file.lines });
      return step;
    });
  }
  await closeListLines({ database }, { fileId, providerId });
  await missAll({ database }, file, shops);
  for (let after: number | null = 0; after !== null; ) after = await noteStrays(database, fileId, after, mostLines);
  await markMatched(database, fileId);
  tell({ done: file.lines, total: file.lines });
};
