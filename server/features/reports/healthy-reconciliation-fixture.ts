import { newId } from '#platform/ids';
import type { Database } from '#platform/database';

/** A file about a healthy shop: its payment with what was too much, one part of its payout twice, and a line that names no attempt. */
export const healthyReconciliation = async (database: Database, shop: string): Promise<void> => {
  const fileId = newId<string>();
  await database.raw(
    `
    insert into settlement_files (file_id, provider_id, digest, mapping_digest, name, lines, last_line, written_to, scopes,
        matched_at)
      values (:file, 'sandbox-1', uuid_send(:file), '\\x00', 'healthy.csv', 4, 4, 4, '{}', now());
    insert into settlement_lines (file_id, line, part, parts, reference, attempt_id, direction, currency, amount, fee)
      select :file, t.line, 1, 1, coalesce(a.attempt_id::text, 'nobody'), a.attempt_id, t.direction, 'RUB', t.amount, 1
      from (values (1, 'payment', 110), (2, 'payout', 50), (3, 'payout', 50), (4, 'payment', 7)) as t (line, direction, amount)
        left join attempts a on a.shop_id = :shop and a.provider_id = 'sandbox-1' and a.type = t.direction
          and a.paid_amount = t.amount and t.line < 4;
    insert into settlement_matches (shop_id, attempt_id, file_id, line, operation_id, provider_id, direction, currency,
        amount, fee, outcome, difference_amount, cleared_amount, transaction_id)
      select a.shop_id, a.attempt_id, l.file_id, l.line, a.operation_id, a.provider_id, l.direction, l.currency, l.amount,
        l.fee, case l.line when 3 then 'duplicate' else 'matched' end, case l.line when 3 then l.amount else 0 end,
        case l.line when 3 then 0 else l.amount end, case l.line when 3 then null else :transaction::uuid end
      from settlement_lines l join attempts a on a.shop_id = :shop and a.attempt_id = l.attempt_id
      where l.file_id = :file;
    insert into settlement_strays (file_id, line) values (:file, 4);
    select post_reconciled(:shop, 'sandbox-1', 'reconciled', :transaction,
      array(select attempt_id from settlement_matches where shop_id = :shop));`
      .replaceAll(':shop', `'${shop}'`)
      .replaceAll(':file', `'${fileId}'`)
      .replaceAll(':transaction', `'${newId<string>()}'`),
  );
};
