import type { Bench } from './bench.ts';

/** They never end; what is measured next does not share the machine with look-ups of all of them. */
export const leavePayouts = async ({ database }: Bench): Promise<void> => {
  await database('attempts')
    .where({ type: 'payout' })
    .whereNotNull('check_at')
    .update({ check_at: database.raw(`now() + interval '1 day'`) });
  await database.raw('vacuum analyze');
};
