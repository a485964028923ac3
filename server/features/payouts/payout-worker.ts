import { eachApart } from '#platform/each-apart';
import { messageOf } from '#platform/errors';
import { applyPendingLegReport, type PayoutFactNeeds } from './apply-payout-fact.ts';
import { workOnLeg, type LegNeeds } from './work-on-leg.ts';
import type { DueLeg } from './legs-store.ts';

export type PayoutWorkerNeeds = LegNeeds & {
  readonly settling: PayoutFactNeeds;
  /** There may be more to do than was taken on. */
  readonly notify: () => void;
};

/**
 * Legs that one process works on at a time. A provider gets no more of them once it has so many, which is up to a batch
 * too late: there is room for the others even while three providers hang.
 */
const mostUnderWay = 256;
const mostPerProvider = 32;
const batchSize = 32;

/** Sends legs and looks into those whose outcome is open, several at once, as long as it is run. */
export const createPayoutWorker = (needs: PayoutWorkerNeeds) => {
  const works = new Set<Promise<void>>();
  const perProvider = new Map<string, number>();
  let isBacklogged = false;
  const count = (providerId: string, change: 1 | -1): void =>
    void perProvider.set(providerId, (perProvider.get(providerId) ?? 0) + change);

  const start = (leg: DueLeg): void => {
    count(leg.provider_id, 1);
    const work = workOnLeg(needs, leg)
      // Its lease runs out and it is looked into again.
      .catch((error: unknown) => needs.log.error({ cause: messageOf(error) }, 'work on a payout leg failed'))
      .finally(() => {
        works.delete(work);
        count(leg.provider_id, -1);
        if (isBacklogged) needs.notify();
      });
    works.add(work);
  };

  return {
    /** Whether a leg may be taken on before those that wait: none does, and its provider has few. */
    hasRoomFor: (providerId: string): boolean =>
      !isBacklogged && works.size < mostUnderWay && (perProvider.get(providerId) ?? 0) < mostPerProvider,
    /** Sends legs that were recorded as this process's own. */
    takeOn: (legs: readonly DueLeg[]): void => legs.forEach(start),
    /** Takes on what is due and there is room for; true when there may be more at once. */
    run: async (): Promise<boolean> => {
      const limit = Math.min(batchSize, mostUnderWay - works.size);
      const busy = [...perProvider]
        .filter(([, underWay]) => underWay >= mostPerProvider)
        .map(([providerId]) => providerId);
      const due = limit > 0 ? await needs.legs.claimDue(limit, busy) : { rows: [], isMore: true };
      due.rows.forEach(start);
      isBacklogged = due.isMore || busy.length > 0;
      return due.isMore && works.size < mostUnderWay;
    },
    /** Applies facts whose process died before they had their effect. */
    applyPending: async (): Promise<void> => {
      const attempts = await needs.legs.pendingFacts();
      const apply = (attempt: (typeof attempts)[number]) => applyPendingLegReport(needs.settling, attempt);
      await eachApart(attempts, apply, needs.log, 'a leg fact has no effect');
    },
    /** Resolves when nothing is under way any more. */
    settled: async (): Promise<void> => {
      await Promise.allSettled(works);
    },
  };
};

export type PayoutWorker = ReturnType<typeof createPayoutWorker>;

/** Sends legs of payouts that its own process records. */
export type LegSender = Pick<PayoutWorker, 'hasRoomFor' | 'takeOn'>;
