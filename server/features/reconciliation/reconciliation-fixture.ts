import { Buffer } from 'node:buffer';
import type { Database } from '#platform/database';
import { tester } from '#test/support/operators';
import { importSettlementFile, surveySettlementFile } from './import-settlement.ts';
import type { SettlementMapping } from './settlement-mapping.ts';
import { providerId } from '../suspense/suspense-fixture.ts';

/** A provider that is no sandbox: what became of its orders, the test alone knows. */
export const addProvider = async (database: Database): Promise<void> => {
  await database.raw('alter table providers drop constraint providers_kind_check');
  await database('providers').insert({ provider_id: providerId, kind: 'test' });
};

export const mapping: SettlementMapping = {
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ',',
  decimal: '.',
  columns: { attempt: 'id', amount: 'amount', fee: 'fee', currency: 'currency', direction: 'type', day: 'day' },
  directions: { in: 'payment', out: 'payout', total: 'skip' },
  amounts: 'gross',
  days: 'YYYY-MM-DD',
  zone: '+00:00',
  complete: true,
};

/** What the file says; what is left out is an ordinary payment of today. */
export type Told = {
  readonly id: string;
  readonly amount: string;
  readonly fee?: string;
  readonly type?: string;
  readonly currency?: string;
  readonly day?: string;
};

export const today = (): string => new Date().toISOString().slice(0, 10);

export const csvOf = (lines: readonly Told[]): string =>
  [
    'id,amount,fee,currency,type,day',
    ...lines.map(
      ({ id, amount, fee = '0', type = 'in', currency = 'RUB', day = today() }) =>
        `${id},${amount},${fee},${currency},${type},${day}`,
    ),
  ].join('\n');

export const sourceOf = (text: string | Uint8Array, name = 'settled.csv') => ({
  name,
  async *open() {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    for (let begin = 0; begin < bytes.length; begin += 65_536) {
      yield await Promise.resolve(bytes.subarray(begin, begin + 65_536));
    }
  },
});

export const importText = async (database: Database, text: string | Uint8Array, how: SettlementMapping = mapping) => {
  const order = { source: sourceOf(text), providerId, mapping: how };
  const survey = await surveySettlementFile({ database }, order);
  return importSettlementFile({ database }, order, survey, { actor: tester, tell: () => undefined });
};
