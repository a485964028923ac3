import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { foldName } from '#platform/fold-name';
import { readReference } from './read-reference.ts';

/**
 * The lists of banks are changed by operators, and say where an alias is from. The version before goes on reading the column
 * `aliases`, which is not written any more: it does not learn of changes.
 */
export const up = async (database: Knex): Promise<void> => {
  await database.raw(/* sql */ `
    create table bank_lists (
      list text primary key,
      -- Another one with each change: it is how processes learn of it.
      version uuid not null,
      updated_at timestamptz(3) not null default now()
    );
    -- Null: payouts to it are taken. A bank that left keeps its row, with its tier and aliases, in case that it returns.
    alter table banks add column left_at timestamptz(3);
    create table bank_aliases (
      list text not null,
      -- As it is compared: in lower case, letters and accents composed.
      folded_alias text not null,
      alias text not null,
      code text not null,
      source text not null,
      primary key (list, folded_alias),
      foreign key (list, code) references banks (list, code)
    )`);
  const lists = await database('banks').distinct<{ list: string }[]>('list');
  await database('bank_lists').insert(lists.map(({ list }) => ({ list, version: randomUUID() })));
  await database('bank_aliases').insert(
    readReference('sbp-bank-aliases.tsv').map(([code, alias = '', source]) => ({
      list: 'sbp',
      folded_alias: foldName(alias),
      alias,
      code,
      source,
    })),
  );
};
