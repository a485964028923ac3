/**
 * Forgets the people behind ended operations, in their rows and in their events, and gives up their receipts, which the
 * removal of files takes from their storage. Answers how many numbers went.
 */
export const shredOperations = /* sql */ `
create or replace function shred_operations(p_shop uuid, p_operations uuid[])
returns integer language plpgsql as $$
declare
  moment constant timestamptz := now();
  numbers integer;
begin
  -- In the order of ids, like the re-encryption, so that neither waits for the other in a circle.
  select count(number_encrypted) into numbers from (
    select number_encrypted from operations where shop_id = p_shop and operation_id = any(p_operations)
    order by operation_id for no key update
  ) as locked;
  update operations set number_encrypted = null, number_digest = null, holder_name = null, client_ip = null,
    annotations_encrypted = null, client_encrypted = null, details_encrypted = null
  where shop_id = p_shop and operation_id = any(p_operations);
  update events set data = data - 'holder_name'
  where shop_id = p_shop and operation_id = any(p_operations) and data -> 'holder_name' is not null;
  -- One that is still being stored is removed by the request that stores it, or by the sweep: its content may yet come.
  update receipt_files set state = 'removing', findings = null, submit_at = null, judge_at = null,
    updated_at = moment
  where shop_id = p_shop and operation_id = any(p_operations) and state = 'recorded';
  return numbers;
end $$
`;
