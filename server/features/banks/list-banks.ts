import type { ShownBank } from './bank-list.ts';
import type { BanksStore } from './banks-store.ts';

type Needs = { readonly banks: Pick<BanksStore, 'banksOf'> };

export type ListedBanks = {
  /** Changes when the banks do, and only then: good for a weak entity tag. */
  readonly version: string;
  readonly banks: readonly ShownBank[];
};

/** The classifier: the members of the payment system that payouts can name. What it answers is made once for each change. */
export const listBanks = async ({ banks }: Needs): Promise<ListedBanks> => {
  const { version, shown } = await banks.banksOf('sbp');
  return { version, banks: shown };
};
