/**
 * Compares the next attempts of a shop at a provider with the lines of a file that name one attempt each, and takes what is
 * matched off the clearing account: all in one step, so that a line is posted once, whatever is cut off. The lines of an attempt
 * count together, with those of earlier files that waited for the rest. Answers nothing behind the last attempt.
 */
export const reconcileAttempts = /* sql */ `
create or replace function reconcile_attempts(p_shop uuid, p_step jsonb)
returns table (reached uuid, lines integer) language plpgsql as $$
declare
  step record;
  page uuid[];
begin
  select * into step from jsonb_to_record(p_step) as given (
    file_id uuid, provider_id text, first uuid, last uuid, after uuid, most integer, transaction_id uuid);
  insert into settlement_turns (shop_id, provider_id) values (p_shop, step.provider_id)
  on conflict (shop_id, provider_id) do nothing;
  perform from settlement_turns where shop_id = p_shop and provider_id = step.provider_id for update;
  page := array(
    select a.attempt_id from attempts a
    where a.shop_id = p_shop and a.provider_id = step.provider_id and a.attempt_id >= step.first
      and a.attempt_id <= step.last and (step.after is null or a.attempt_id > step.after)
    order by a.attempt_id limit step.most);
  if cardinality(page) = 0 then return; end if;
  -- By key for each attempt: Postgres knows nothing of lines that were just written, and would compare all with all.
  with due as (
    select d.attempt_id, d.operation_id, d.direction, d.currency, d.worth - cleared.amount as due, cleared.is_any
    from worth_of_attempts(p_shop, page) as d cross join lateral (
      select coalesce(sum(m.cleared_amount), 0) as amount, coalesce(bool_or(m.transaction_id is not null), false) as is_any
      from settlement_matches m where m.shop_id = p_shop and m.attempt_id = d.attempt_id
    ) as cleared
  ), fresh as materialized (
    select told.file_id, told.line, told.parts, told.amount, told.fee, d.*
    from due d cross join lateral (
      select l.file_id, l.line, l.parts, l.amount, l.fee from settlement_lines l
      where l.file_id = step.file_id and l.attempt_id = d.attempt_id and l.direction = d.direction
        and l.currency = d.currency
      offset 0
    ) as told
    where not exists (
      select from settlement_matches m
      where m.shop_id = p_shop and m.attempt_id = d.attempt_id and m.file_id = told.file_id and m.line = told.line
      offset 0)
  ), waiting as (
    select f.*, true as is_fresh from fresh f where f.parts = 1
    union all
    select m.file_id, m.line, 1, m.amount, m.fee, d.attempt_id, d.operation_id, d.direction, d.currency, d.due, d.is_any,
      false
    from (
      select distinct f.attempt_id, f.operation_id, f.direction, f.currency, f.due, f.is_any from fresh f where f.parts = 1
    ) as d cross join lateral (
      select m.file_id, m.line, m.amount, m.fee from settlement_matches m
      where m.shop_id = p_shop and m.attempt_id = d.attempt_id and m.outcome = 'amount' and m.resolution is null
        and m.line > 0
      offset 0
    ) as m
  ), repeated as (
    select w.*, row_number() over (partition by w.attempt_id, w.amount order by w.file_id, w.line) as occurrence
    from waiting w
  ), counted as (
    select r.*, sum(r.amount) over so_far as told, row_number() over so_far as place,
      sum(r.amount) over (partition by r.attempt_id) - r.due as difference
    from repeated r window so_far as (partition by r.attempt_id order by r.occurrence, r.file_id, r.line)
  ), weighed as (
    -- The lines up to this place are worth what is due; after it, only lines that repeat one of them may follow.
    select c.*, max(case when c.told = c.due then c.place end) over (partition by c.attempt_id) as hit,
      max(case when c.occurrence = 1 then c.place end) over (partition by c.attempt_id) as last_new
    from counted c
  ), judged as (
    select w.*, case
        when w.hit >= w.last_new and w.place <= w.hit then 'matched'
        when w.hit >= w.last_new or w.due = 0 and w.is_any then 'duplicate'
        else 'amount' end as outcome
    from weighed w
  ), written as (
    insert into settlement_matches (shop_id, attempt_id, file_id, line, operation_id, provider_id, direction, currency,
      amount, fee, outcome, difference_amount, cleared_amount, transaction_id)
    select p_shop, j.attempt_id, j.file_id, j.line, j.operation_id, step.provider_id, j.direction, j.currency, j.amount,
      j.fee, j.outcome, case when j.outcome = 'matched' then 0 else j.difference end,
      case when j.outcome = 'matched' then j.amount else 0 end,
      case when j.outcome = 'matched' then step.transaction_id end
    from judged j where j.is_fresh
    union all
    -- A part of a line of several attempts is worth what is due, if all of them together are worth the line.
    select p_shop, f.attempt_id, f.file_id, f.line, f.operation_id, step.provider_id, f.direction, f.currency,
      f.due - coalesce((select sum(j.amount) from judged j where j.attempt_id = f.attempt_id and j.outcome = 'matched'), 0),
      0, null, 0, 0, null
    from fresh f where f.parts > 1
  )
  update settlement_matches m set outcome = j.outcome,
    difference_amount = case when j.outcome = 'matched' then 0 else j.difference end,
    cleared_amount = case when j.outcome = 'matched' then j.amount else 0 end,
    transaction_id = case when j.outcome = 'matched' then step.transaction_id end
  from judged j
  where m.shop_id = p_shop and m.attempt_id = j.attempt_id and m.file_id = j.file_id and m.line = j.line
    and not j.is_fresh;
  update settlement_matches m set resolution = 'found'
  where m.shop_id = p_shop and m.attempt_id = any(page) and m.line = 0 and m.resolution is null
    and exists (
      select from settlement_matches named
      where named.shop_id = p_shop and named.attempt_id = m.attempt_id and named.line > 0);
  perform post_reconciled(p_shop, step.provider_id, 'reconciled', step.transaction_id, page);
  return query select page[cardinality(page)], count(*)::integer from settlement_matches m
    where m.shop_id = p_shop and m.attempt_id = any(page) and m.file_id = step.file_id and m.line > 0;
end $$
`;
