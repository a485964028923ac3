/**
 * Notes which of a shop's next attempts at a provider ended with money in the period of a file, and are named by no line of it or
 * of an earlier one. Answers nothing behind the last attempt.
 */
export const missAttempts = /* sql */ `
create or replace function miss_attempts(p_shop uuid, p_step jsonb)
returns table (reached uuid, missing integer) language plpgsql as $$
declare
  step record;
  page uuid[];
  noted integer;
begin
  select * into step from jsonb_to_record(p_step) as given (
    file_id uuid, provider_id text, first uuid, last uuid, after uuid, most integer, period_from timestamptz,
    period_to timestamptz, scopes text[]);
  perform from settlement_turns where shop_id = p_shop and provider_id = step.provider_id for update;
  page := array(
    select a.attempt_id from attempts a
    where a.shop_id = p_shop and a.provider_id = step.provider_id and a.attempt_id >= step.first
      and a.attempt_id <= step.last and (step.after is null or a.attempt_id > step.after)
    order by a.attempt_id limit step.most);
  if cardinality(page) = 0 then return; end if;
  insert into settlement_matches (shop_id, attempt_id, file_id, line, operation_id, provider_id, direction, currency,
    amount, outcome, difference_amount)
  select p_shop, d.attempt_id, step.file_id, 0, d.operation_id, step.provider_id, d.direction, d.currency, 0,
    'missing_there', -d.worth
  from worth_of_attempts(p_shop, page) as d
  where d.worth <> 0 and d.finished_at >= step.period_from and d.finished_at < step.period_to
    and d.direction || ' ' || d.currency = any(step.scopes)
    and not exists (select from settlement_matches m where m.shop_id = p_shop and m.attempt_id = d.attempt_id offset 0);
  get diagnostics noted = row_count;
  return query select page[cardinality(page)], noted;
end $$
`;
