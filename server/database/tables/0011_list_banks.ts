import type { Knex } from 'knex';
import { foldName } from '#platform/fold-name';
import { readReference } from './read-reference.ts';

/** Members of the Faster Payments System (SBP), with other names in use for some of them. */
const readMembers = () => {
  const aliases = readReference('sbp-bank-aliases.tsv');
  return readReference('sbp-banks.tsv').map(([code = '', name = '']) => ({
    list: 'sbp',
    code,
    name,
    aliases: aliases.flatMap(([of, alias = '']) => (of === code ? [foldName(alias)] : [])),
    bank_tier: name === 'Сбербанк' ? 'intrabank' : 'interbank',
  }));
};

const codes = [
  { list: 'rub_codes', code: 'sber', name: 'Сбербанк', aliases: [], bank_tier: 'intrabank' },
  { list: 'rub_codes', code: 'tcs', name: 'Т-Банк', aliases: [], bank_tier: 'interbank' },
];

/**
 * What a method makes of the bank that a merchant names. A server of the version before adds methods without a rule: they
 * make nothing of it.
 */
export const up = async (database: Knex): Promise<void> => {
  await database.raw(/* sql */ `
    create table banks (
      list text not null,
      code text not null,
      name text not null,
      aliases text[] not null default '{}',
      -- Whether the house pays out to its customers within the bank.
      bank_tier text not null default 'interbank' check (bank_tier in ('intrabank', 'interbank')),
      primary key (list, code)
    );
    alter table methods
      add column bank_rule text not null default 'ignored'
        check (bank_rule in ('ignored', 'listed', 'classified', 'verbatim')),
      add column bank_list text,
      add constraint methods_bank_list_check check ((bank_list is null) = (bank_rule = 'ignored'));
    update methods set bank_rule = 'classified', bank_list = 'sbp'
      where api = 'h2h' and code = 'sbp' and direction = 'payout';
    update methods set bank_rule = 'verbatim', bank_list = 'rub_codes'
      where api = 'h2h' and code <> 'sbp' and direction = 'payout';
    update methods set bank_rule = 'listed', bank_list = 'rub_codes'
      where api = 'v1' and rail = 'phone' and direction = 'payout'`);
  await database('banks').insert([...codes, ...readMembers()]);
};
