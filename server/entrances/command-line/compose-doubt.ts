import {
  applyPendingReport,
  createPaymentFactsStore,
  listOpenAttempts,
  requireOpenAttempt,
  resolveAttempt,
  type AttemptResolution,
  type OpenAttempt,
} from '#features/payments';
import {
  createPayoutFactsStore,
  listOpenLegs,
  requireOpenLeg,
  resolvePayoutLeg,
  type OpenLeg,
} from '#features/payouts';
import { createLog } from '#platform/logs';
import { createMetrics } from '#platform/metrics';
import type { Decimal } from '#platform/money';
import type { Resources, Without } from './resources.ts';

/** What providers do not say, and an operator decides in their place. */
export const composeDoubt = ({ actor, withDatabase, withKeyRing }: Resources) => ({
  payments: {
    listOpen: withDatabase(listOpenAttempts),
    requireOpen: withDatabase(requireOpenAttempt),
    resolve: withDatabase(({ database }, attempt: OpenAttempt, told: Without<AttemptResolution>) => {
      // Servers look for events by themselves.
      const silent = { metrics: createMetrics(), log: createLog('silent'), followUp: () => undefined };
      const needs = { facts: createPaymentFactsStore(database), ...silent };
      return resolveAttempt({ database, applyPendingReport: (ref) => applyPendingReport(needs, ref) }, attempt, {
        ...told,
        actor,
      });
    }),
  },
  payouts: {
    listOpen: withKeyRing(listOpenLegs),
    requireOpen: withKeyRing(requireOpenLeg),
    resolve: withDatabase(({ database }, leg: OpenLeg, paid: Decimal, evidence: string) => {
      const facts = createPayoutFactsStore(database);
      // Servers look for events by themselves.
      const needs = { database, facts, metrics: createMetrics(), log: createLog('silent'), followUp: () => undefined };
      return resolvePayoutLeg(needs, leg, { paid, evidence, actor });
    }),
  },
});
