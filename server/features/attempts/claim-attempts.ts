import type { Statement } from '#platform/database';

/**
 * Claims a shop's attempts that were found to be due by the column `due`: each is counted in `counter`, and due again at the
 * time that was found with it. Answers `columns` of the attempts `a`; `$3` is the time at which they were found.
 */
export const claimAttempts = (
  name: string,
  { due, counter, columns }: { readonly due: string; readonly counter: string; readonly columns: string },
): Statement => ({
  name,
  text: `with held as (
      select attempt_id, ${due} from attempts
      where shop_id = $1 and attempt_id = any($2::uuid[]) for update skip locked
    )
    update attempts a set ${counter} = a.${counter} + 1, ${due} = next.at
    from held join unnest($2::uuid[], $4::timestamptz[]) as next (attempt_id, at) on next.attempt_id = held.attempt_id
    where held.${due} <= $3 and a.shop_id = $1 and a.attempt_id = held.attempt_id
    returning ${columns}`,
});
