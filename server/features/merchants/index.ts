export { chooseRateSource } from './choose-rate-source.ts';
export { listRateSources } from './rate-sources-store.ts';
export { createMerchant } from './create-merchant.ts';
export { createShop, type NewShop } from './create-shop.ts';
export { showShop, type ShopRoute, type ShopTariff, type ShownShop } from './shop-setup-store.ts';
export {
  findMerchantByName,
  findShopByName,
  listMerchants,
  listShops,
  type Merchant,
  type Shop,
} from './merchants-store.ts';
