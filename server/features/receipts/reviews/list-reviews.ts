import type { ShopId } from '#platform/ids';
import type { ReviewRow, ReviewsStore } from './reviews-store.ts';

const mostShown = 500;

/**
 * The payments that wait for an operator, the oldest receipt first; with `isWithProviders` those as well whose receipt a
 * provider is still reviewing. At most 500 of each.
 */
export const listReviews = async (
  reviews: Pick<ReviewsStore, 'undecided' | 'submitted'>,
  { shopId, isWithProviders }: { readonly shopId: ShopId | null; readonly isWithProviders: boolean },
): Promise<ReviewRow[]> => [
  ...(await reviews.undecided(shopId, mostShown)),
  ...(isWithProviders ? await reviews.submitted(shopId, mostShown) : []),
];
