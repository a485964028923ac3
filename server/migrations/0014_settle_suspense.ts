import type { Knex } from 'knex';

const indexes = `
    -- All that ever was in suspense: few rows, so the open ones among them are found and counted quickly.
    create index attempts_suspense on attempts (shop_id, attempt_id) include (suspense_amount, suspense_settled)
      where suspense_amount <> 0 or suspense_settled <> 0;
    -- Since when something is there is told by the entries about its operation.
    create index audit_log_suspense on audit_log (shop_id, subject)
      where action in ('suspense.posted', 'suspense.credited', 'suspense.returned', 'suspense.written_off');`;

const credited = `
    -- What an operation's shop was credited (payout: charged) of money in suspense, in the operation's currency. Below
    -- zero: a payout's shop got money back.
    create function suspense_credited(p_operation operations) returns numeric language sql stable as $$
      select coalesce(sum(case p_operation.type when 'payment' then -p.amount else p.amount end), 0)
      from ledger_transactions t join ledger_postings p using (shop_id, transaction_id)
      where t.shop_id = p_operation.shop_id and t.operation_id = p_operation.operation_id
        and t.kind = 'suspense_credited' and p.account = 'suspense'
    $$;`;

const settle = `
    -- An operator decides about money in suspense. p_open and p_credited are what the operator's figures were worked out
    -- from: 'changed' when they are not so any more. 'repeated': the transaction is there already; 'under_way': the
    -- operation has not ended, so nobody can say yet what is due to its shop.
    create function settle_suspense(
      p_shop uuid, p_attempt uuid, p_kind text, p_amount numeric, p_open numeric, p_credited numeric,
      p_transaction uuid, p_accounts text[], p_currencies text[], p_amounts numeric[],
      p_entry uuid, p_actor text, p_reason text, p_reference text
    ) returns text language plpgsql as $$
    declare
      item attempts;
      concerned operations;
    begin
      select operation_id into item.operation_id from attempts where shop_id = p_shop and attempt_id = p_attempt;
      select * into concerned from operations
      where shop_id = p_shop and operation_id = item.operation_id for update;
      select * into item from attempts where shop_id = p_shop and attempt_id = p_attempt for update;
      if exists (select from ledger_transactions where shop_id = p_shop and transaction_id = p_transaction) then
        return 'repeated';
      end if;
      if item.suspense_amount - item.suspense_settled is distinct from p_open
        or sign(p_amount) <> sign(p_open) or abs(p_amount) > abs(p_open)
      then return 'changed'; end if;
      if p_kind = 'suspense_credited' then
        if concerned.status in ('creating', 'pending', 'awaiting_confirmation', 'manual_check') then
          return 'under_way';
        end if;
        if suspense_credited(concerned) <> p_credited then return 'changed'; end if;
      end if;
      update attempts set suspense_settled = suspense_settled + p_amount, updated_at = now()
      where shop_id = p_shop and attempt_id = p_attempt;
      perform ledger_post(p_shop, p_transaction, p_kind, item.operation_id, p_accounts, p_currencies, p_amounts);
      insert into audit_log (entry_id, shop_id, actor, action, subject, before, after)
      values (p_entry, p_shop, p_actor, replace(p_kind, 'suspense_', 'suspense.'), item.operation_id::text,
        jsonb_build_object('attempt_id', p_attempt, 'open', p_open::text, 'currency', concerned.currency),
        jsonb_strip_nulls(jsonb_build_object('attempt_id', p_attempt, 'open', (p_open - p_amount)::text,
          'amount', p_amount::text, 'currency', concerned.currency, 'transaction_id', p_transaction,
          'reason', p_reason, 'reference', p_reference)));
      return 'done';
    end $$;`;

export const up = async (database: Knex): Promise<void> => {
  for (const step of [indexes, credited, settle]) await database.raw(step);
};
