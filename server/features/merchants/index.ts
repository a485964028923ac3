export { createMerchant } from './create-merchant.ts';
export { createShop, type NewShop } from './create-shop.ts';
export {
  findMerchantByName,
  findShopByName,
  listMerchants,
  listShops,
  type Merchant,
  type Shop,
} from './merchants-store.ts';
