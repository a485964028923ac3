/**
 * A provider takes back what it had said to be paid. Booked money stays; an operator has to hear of it, once for each
 * such word. Answers nothing when it is no news.
 */
export const noteContradiction = /* sql */ `
create or replace function note_contradiction(p_shop uuid, p_attempt uuid, p_total numeric, p_entry uuid)
returns table (operation_id uuid, provider_id text, paid text) language plpgsql as $$
#variable_conflict use_column
declare
  noted attempts;
  standing numeric;
begin
  select * into noted from attempts a where a.shop_id = p_shop and a.attempt_id = p_attempt for no key update;
  standing := noted.paid_amount - noted.returned_amount;
  if not found or standing <= p_total or exists (
    select from audit_log l
    where l.shop_id = p_shop and l.subject = noted.operation_id::text and l.action = 'provider.contradicted'
      and l.after ->> 'attempt_id' = p_attempt::text and l.before ->> 'paid_amount' = standing::text
      and l.after ->> 'paid_amount' = p_total::text
  ) then return; end if;
  insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
  values (p_entry, p_shop, 'system', 'provider.contradicted', noted.operation_id::text,
    jsonb_build_object('state', noted.reported_state, 'paid_amount', standing::text),
    jsonb_build_object('attempt_id', p_attempt, 'provider_id', noted.provider_id, 'state', 'failed',
      'paid_amount', p_total::text));
  return query select noted.operation_id, noted.provider_id, standing::text;
end $$
`;
