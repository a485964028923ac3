import type { BankTreatment } from '#features/banks';
import type { Api } from '#platform/apis';
import type { Database } from '#platform/database';
import { plainNumber } from '#platform/money';
import type { NumberFormat } from './number-formats.ts';
import type { Direction } from './pricing-store.ts';

/** A row of the table of methods, which both APIs read. Amounts are plain numbers. */
export type MethodSetting = BankTreatment & {
  readonly api: Api;
  readonly code: string;
  readonly direction: Direction;
  readonly currency: string;
  readonly rail: 'card' | 'phone' | 'account';
  readonly numberFormat: NumberFormat;
  readonly minAmount: string;
  readonly maxAmount: string;
};

export type MethodKey = Pick<MethodSetting, 'api' | 'code' | 'direction'>;

const select = (database: Database) =>
  database('methods').select<MethodSetting[]>({
    api: 'api',
    code: 'code',
    direction: 'direction',
    currency: 'currency',
    rail: 'rail',
    numberFormat: 'number_format',
    bankRule: 'bank_rule',
    bankList: 'bank_list',
    minAmount: 'min_amount',
    maxAmount: 'max_amount',
  });

const plain = (method: MethodSetting): MethodSetting => ({
  ...method,
  minAmount: plainNumber(method.minAmount),
  maxAmount: plainNumber(method.maxAmount),
});

export const listMethodSettings = async (database: Database): Promise<MethodSetting[]> =>
  (await select(database)).map(plain);

export const lockMethodSetting = async (
  tx: Database,
  { api, code, direction }: MethodKey,
): Promise<MethodSetting | null> => {
  const [method] = await select(tx).where({ api, code, direction }).forUpdate();
  return method === undefined ? null : plain(method);
};

export const writeMethodSetting = async (tx: Database, method: MethodSetting): Promise<void> => {
  const { numberFormat, bankRule, bankList, minAmount, maxAmount, ...same } = method;
  await tx('methods')
    .insert({
      ...same,
      number_format: numberFormat,
      bank_rule: bankRule,
      bank_list: bankList,
      min_amount: minAmount,
      max_amount: maxAmount,
    })
    .onConflict(['api', 'code', 'direction'])
    .merge();
};
