import type { Database } from '#platform/database';
import { eventInvariants } from './event-invariants.ts';
import type { Invariant } from './invariant.ts';
import { ledgerInvariants } from './ledger-invariants.ts';
import { operationInvariants } from './operation-invariants.ts';
import { payoutInvariants } from './payout-invariants.ts';
import { evidenceInvariants, receiptInvariants } from './receipt-invariants.ts';
import { reconciliationInvariants } from './reconciliation-invariants.ts';
import { suspenseInvariants } from './suspense-invariants.ts';

export type Finding = {
  readonly name: string;
  readonly sentence: string;
  readonly violations: number;
  /** The first of the rows that break it. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
};

const maxExamples = 20;

export const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...suspenseInvariants,
  ...reconciliationInvariants,
  ...operationInvariants,
  ...receiptInvariants,
  ...evidenceInvariants,
  ...payoutInvariants,
  ...eventInvariants,
];

const findOffenders = async (tx: Database, { name, sentence, offenders }: Invariant): Promise<Finding> => {
  const { rows } = await tx.raw<{ rows: { violations: number; row: Record<string, unknown> }[] }>(
    `with offenders as materialized (${offenders})
     select to_jsonb(offenders) as row, (select count(*)::integer from offenders) as violations
     from offenders limit ${maxExamples}`,
  );
  return { name, sentence, violations: rows[0]?.violations ?? 0, examples: rows.map(({ row }) => row) };
};

/** Checks every invariant on one snapshot, so that nothing seen half-done is taken for a violation. */
export const checkInvariants = ({ database }: { readonly database: Database }): Promise<Finding[]> =>
  database.transaction(
    async (tx) => {
      // Whole tables are read here; the limit for requests does not fit.
      await tx.raw('set local statement_timeout = 0');
      const findings: Finding[] = [];
      for (const invariant of invariants) findings.push(await findOffenders(tx, invariant));
      return findings;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
