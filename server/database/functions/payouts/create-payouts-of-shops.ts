import { payoutSteps } from './create-shop-payouts.ts';

/** As create_shop_payouts, for several shops. One insert for all of them: a call for each shop would be twice the work. */
export const createPayoutsOfShops = /* sql */ `
create or replace function create_payouts_of_shops(p_shops uuid[], p_payouts jsonb[])
returns table (place integer, outcome text, created_at timestamptz)
language plpgsql set plan_cache_mode = force_generic_plan as $$${payoutSteps({
  shop: 'shop',
  shopOfOne: 'one.shop',
  rows: (columns) => `unnest(p_shops, p_payouts) as of_shop (shop, payouts)
      cross join lateral jsonb_to_recordset(of_shop.payouts) as asked (${columns})`,
})} $$
`;
