import { decimal, zero } from '#platform/money';
import type { AttemptId } from '#platform/ids';
import type { AttemptRef, EvidenceItem, PayoutAnswer, PayoutFact, PayoutLookup, PayoutOrder } from '#providers';
import type { Bank } from './payout-harness.ts';
import { decimalOf } from './priced-amounts.ts';

/** Totals, in kopecks. */
export type Fact = {
  readonly state: PayoutFact['state'];
  readonly paid: bigint;
  readonly returned: bigint;
  /** The transfers that are said to prove the total. */
  readonly evidence: 'whole' | 'halves' | 'none' | 'wrong' | 'with nothing';
};

/** What a bank does about one leg, if it is asked for it. */
export type LegScript = {
  /** `lost`: it takes the order, its answer does not arrive. `missed`: the order does not arrive at first. */
  readonly answer: 'accepted' | 'declined' | 'lost' | 'missed';
  /** Told before the answer. */
  readonly early: readonly Fact[];
  /** Told afterwards, each batch at once. */
  readonly batches: readonly (readonly Fact[])[];
  /** So many look-ups know nothing. */
  readonly doubts: number;
  /** What look-ups find in the end. */
  readonly last: Fact;
};

type Met = {
  readonly attempt: AttemptRef;
  readonly leg: number;
  readonly providerId: string;
  readonly script: LegScript;
  sends: number;
  lookUps: number;
  batchesTold: number;
  readonly told: Fact[];
};

const itemsOf = ({ paid, evidence }: Fact): EvidenceItem[] => {
  const item = (kopecks: bigint): EvidenceItem => ({ amount: decimal(decimalOf(kopecks, 2)), completedAt: new Date() });
  if (evidence === 'none' || paid === 0n) return [];
  if (evidence === 'halves') return [item(paid / 2n), item(paid - paid / 2n)].filter(({ amount }) => amount.gt(zero));
  if (evidence === 'with nothing') return [item(0n), item(paid)];
  return [item(evidence === 'wrong' ? paid + 1n : paid)];
};

const factOf = (attempt: AttemptRef, fact: Fact): PayoutFact => ({
  attempt,
  state: fact.state,
  paidTotal: decimal(decimalOf(fact.paid, 2)),
  returnedTotal: decimal(decimalOf(fact.returned, 2)),
  evidence: itemsOf(fact),
});

const highest = (totals: readonly bigint[]): bigint =>
  totals.reduce((most, total) => (total > most ? total : most), 0n);

const hasArrived = ({ script, sends }: Met): boolean => script.answer !== 'missed' || sends > 1;

/** Banks that play their parts, and remember what they told and what they were asked. */
export const createScriptedBanks = (
  providerIds: readonly string[],
  scriptOf: (leg: number, bank: number) => LegScript,
  apply: (fact: PayoutFact) => Promise<boolean>,
) => {
  const met = new Map<AttemptId, Met>();
  const sentElsewhere: string[] = [];

  const tell = async (one: Met, fact: Fact): Promise<void> => {
    one.told.push(fact);
    await apply(factOf(one.attempt, fact));
  };

  const meet = ({ attempt, payout }: PayoutOrder, providerId: string): Met => {
    const known = met.get(attempt.attemptId);
    if (known !== undefined) return known;
    const undecided = [...met.values()].filter((one) => one.leg === payout.leg && one.script.answer !== 'declined');
    sentElsewhere.push(...undecided.map((one) => `leg ${payout.leg} to ${providerId}, undecided at ${one.providerId}`));
    const script = scriptOf(payout.leg, providerIds.indexOf(providerId));
    const fresh = { attempt, leg: payout.leg, providerId, script, sends: 0, lookUps: 0, batchesTold: 0, told: [] };
    met.set(attempt.attemptId, fresh);
    return fresh;
  };

  const send = async (order: PayoutOrder, providerId: string): Promise<PayoutAnswer> => {
    const one = meet(order, providerId);
    one.sends += 1;
    const { answer, early } = one.script;
    if (!hasArrived(one)) throw new Error('The order does not arrive.');
    if (one.told.length === 0) for (const fact of early) await tell(one, fact);
    if (answer === 'lost' && one.sends === 1) throw new Error('The answer does not arrive.');
    return answer === 'declined' ? { outcome: 'declined', reason: 'by its script' } : { outcome: 'accepted' };
  };

  const lookUp = async ({ attemptId }: AttemptRef): Promise<PayoutLookup> => {
    const one = met.get(attemptId);
    if (one === undefined || !hasArrived(one)) return { outcome: 'not_found' };
    one.lookUps += 1;
    if (one.lookUps <= one.script.doubts) return { outcome: 'unknown' };
    if (one.script.answer === 'declined') return { outcome: 'declined', reason: 'by its script' };
    one.told.push(one.script.last);
    return { outcome: 'found', fact: factOf(one.attempt, one.script.last) };
  };

  const bankOf = (providerId: string): Bank => ({
    createPayout: (order) => send(order, providerId),
    lookUpPayout: lookUp,
  });

  return {
    banks: Object.fromEntries(providerIds.map((providerId) => [providerId, bankOf(providerId)])),
    /** Legs that were sent although another bank might still carry them out. */
    sentElsewhere,
    /** The next batch about every leg that was ever sent, all at once. False when there was nothing left to tell. */
    tellNext: async (): Promise<boolean> => {
      const tellers = [...met.values()].filter(hasArrived).flatMap((one) => {
        const batch = one.script.batches[one.batchesTold];
        one.batchesTold += 1;
        return (batch ?? []).map((fact) => () => tell(one, fact));
      });
      await Promise.all(tellers.map((teller) => teller()));
      return tellers.length > 0;
    },
    toldAbout: (attemptId: AttemptId) => {
      const told = met.get(attemptId)?.told ?? [];
      return { paid: highest(told.map((fact) => fact.paid)), returned: highest(told.map((fact) => fact.returned)) };
    },
  };
};
