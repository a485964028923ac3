import type { Database } from '#platform/database';
import type { ShopId } from '#platform/ids';
import { decimal, zero } from '#platform/money';
import { closeParts, findListLines, type ClosedPart, type ListLine } from './settlement-matches-store.ts';

const mostAtOnce = 500;

/**
 * A line of several attempts is matched when all of them are ours and worth it together. Fee and difference are with the first
 * part, so that the parts always add up to the line.
 */
export const partsOf = ({
  line,
  parts,
  amount,
  fee,
  found,
}: ListLine): readonly (ClosedPart & { shopId: ShopId })[] => {
  const due = found.reduce((sum, part) => sum.plus(decimal(part.due)), zero);
  const difference = decimal(amount).minus(due);
  const isWhole = found.length === parts && difference.eq(zero) && found.every((part) => !decimal(part.due).eq(zero));
  return found.map(({ shopId, attemptId, due: share }, index) => ({
    shopId,
    line,
    attempt_id: attemptId,
    outcome: isWhole ? 'matched' : 'amount',
    amount: (index === 0 ? decimal(share).plus(difference) : decimal(share)).toFixed(),
    fee: index === 0 ? fee : '0',
    difference: index === 0 ? difference.toFixed() : '0',
  }));
};

type Needs = { readonly database: Database };

/** Closes what shops have noted of lines of several attempts; each shop's parts in one step. */
export const closeListLines = async (
  { database }: Needs,
  file: { readonly fileId: string; readonly providerId: string },
): Promise<void> => {
  for (let after = 0; ; ) {
    const lines = await findListLines(database, file.fileId, after, mostAtOnce);
    const byShop = new Map<ShopId, ClosedPart[]>();
    for (const { shopId, ...part } of lines.flatMap(partsOf)) {
      byShop.set(shopId, [...(byShop.get(shopId) ?? []), part]);
    }
    for (const [shopId, parts] of byShop) await closeParts(database, shopId, file, parts);
    if (lines.length < mostAtOnce) return;
    after = lines.at(-1)!.line;
  }
};
