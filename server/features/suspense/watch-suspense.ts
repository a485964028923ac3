import type { Database } from '#platform/database';
import type { Metrics } from '#platform/metrics';
import { countOpenSuspense } from './suspense-store.ts';

type Needs = { readonly database: Database; readonly metrics: Pick<Metrics, 'suspenseOpen'> };

/** Shows how much waits for an operator, for as long as it waits: a counter of postings is quiet again after its alert. */
export const watchSuspense = async ({ database, metrics }: Needs): Promise<void> => {
  metrics.suspenseOpen.set(await countOpenSuspense(database));
};
