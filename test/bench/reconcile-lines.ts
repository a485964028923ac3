import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importSettlementFile, readMapping, surveySettlementFile } from '#features/reconciliation';
import { tester } from '#test/support/operators';
import { copySettledPayments, writeSettlementFile } from '#test/support/settled-payments';
import { createTellings, providerId, quotes } from '../../server/features/suspense/suspense-fixture.ts';
import type { Bench, Compared } from './bench.ts';

const howMany = Number(process.env['BENCH_SETTLED'] ?? 200_000);

const mapping = readMapping(
  new TextEncoder().encode(`
    format: csv
    columns: { attempt: id, amount: amount, fee: fee, currency: currency, direction: type }
    directions: { in: payment }`),
  'mapping.yaml',
);

/** What the lines of a file are worth, put beside it by one statement that changes nothing. */
const joinLines = async ({ database }: Bench, shopId: string, fileId: string): Promise<number> => {
  const startedAt = performance.now();
  await database.raw(
    `select count(*), sum(l.amount - a.booked_amount) from settlement_lines l join attempts a on a.attempt_id = l.attempt_id
     where l.file_id = ? and a.shop_id = ? and l.amount = a.booked_amount`,
    [fileId, shopId],
  );
  return performance.now() - startedAt;
};

const perSecond = (ms: number) => ({
  perSecond: Math.round(howMany / (ms / 1_000)),
  p50Ms: 0,
  p99Ms: 0,
  done: howMany,
});

/** A file about settled payments of one shop, all of which are matched: from reading it to the last posting. */
export const reconcileLines = async (bench: Bench): Promise<Compared> => {
  const { database } = bench;
  const { shopId } = bench.shops.at(-1)!;
  await database('providers').insert({ provider_id: providerId, kind: 'sandbox' }).onConflict('provider_id').ignore();
  const tellings = createTellings(database, shopId);
  const { operationId, attempts } = await tellings.startPayment('10.00', quotes.RUB);
  await tellings.tellPayment(attempts[0]!, { state: 'paid', paid: '10.00' });
  await copySettledPayments(database, { shopId, operationId, attemptId: attempts[0]!.attemptId }, howMany);
  await database.raw('vacuum analyze');
  const directory = await mkdtemp(join(tmpdir(), 'turnpike-bench-'));
  const path = join(directory, 'settled.csv');
  await writeSettlementFile(database, path, { howMany, amount: '10.00', day: '2026-01-01' });
  const startedAt = performance.now();
  const order = { source: { name: 'settled.csv', open: () => createReadStream(path) }, providerId, mapping };
  const survey = await surveySettlementFile({ database }, order);
  const { fileId } = await importSettlementFile({ database }, order, survey, { actor: tester, tell: () => undefined });
  const ours = perSecond(performance.now() - startedAt);
  await rm(directory, { recursive: true });
  await database.raw('vacuum analyze');
  const rounds = [];
  for (let round = 0; round < 3; round += 1) rounds.push(await joinLines(bench, shopId, fileId));
  return { ours, floor: perSecond(Math.min(...rounds)) };
};
