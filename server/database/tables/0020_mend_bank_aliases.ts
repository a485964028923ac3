import type { Knex } from 'knex';

/**
 * Two names of SBP members stood beside the identifiers of other members. Where the steps before were taken with them, each goes to
 * its own bank; processes learn of it by the list's version.
 */
export const up = async (database: Knex): Promise<void> => {
  await database.raw(/* sql */ `
    with mended as (
      update bank_aliases a set code = right_one.code
      from (values ('unistream', '100000000067', '100000000042'), ('юнистрим', '100000000067', '100000000042'),
        ('finservice', '100000000042', '100000000216'), ('финсервис', '100000000042', '100000000216'))
        as right_one (folded_alias, wrong_code, code)
      where a.list = 'sbp' and a.folded_alias = right_one.folded_alias and a.code = right_one.wrong_code
      returning a.list
    )
    update bank_lists set version = gen_random_uuid(), updated_at = now() where list in (select list from mended);
    update banks set aliases = case code
        when '100000000042' then array['unistream', 'юнистрим']
        when '100000000216' then array['finservice', 'финсервис']
        else '{}'
      end
      where list = 'sbp' and code in ('100000000042', '100000000067', '100000000216')`);
};
