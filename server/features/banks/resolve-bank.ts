import { fieldError, type FieldError } from '#platform/errors';
import type { BankList } from './bank-list.ts';
import type { BankTier, BankTreatment } from './bank-rule.ts';
import type { BanksStore } from './banks-store.ts';

/** The bank as it is stored, and passed on to providers. */
export type ResolvedBank = {
  /** Null where the method makes nothing of it. */
  readonly bankname: string | null;
  /** To be read by people; null where nothing is known of the bank. */
  readonly banknameDetails: string | null;
  readonly bankTier: BankTier;
};

type Needs = { readonly banks: Pick<BanksStore, 'banksOf'> };

const nothing: ResolvedBank = { bankname: null, banknameDetails: null, bankTier: 'interbank' };

type Resolve = (list: BankList, given: string) => ResolvedBank | null;

/** Null: there is no such bank. */
const resolvers = {
  listed: (list, given) => {
    const bank = list.byCode(given);
    return bank === undefined ? null : { bankname: given, banknameDetails: bank.name, bankTier: bank.bank_tier };
  },
  classified: (list, given) => {
    const bank = list.classify(given);
    return bank === undefined ? null : { bankname: bank.name, banknameDetails: bank.name, bankTier: bank.bank_tier };
  },
  verbatim: (list, given) => {
    const bank = list.byCode(given) ?? list.byName(given);
    return { bankname: given, banknameDetails: null, bankTier: bank?.bank_tier ?? 'interbank' };
  },
} as const satisfies Record<Exclude<BankTreatment['bankRule'], 'ignored'>, Resolve>;

/** What becomes of the bank that a merchant names for a payout of this method, before any provider is asked. */
export const resolveBank = async (
  { banks }: Needs,
  { bankRule, bankList, code: method }: BankTreatment & { readonly code: string },
  given: string | null,
): Promise<ResolvedBank | FieldError> => {
  if (bankRule === 'ignored' || bankList === null) return nothing;
  // Whether it has to be given is then for the contract of the API alone.
  if (given === null) return bankRule === 'verbatim' ? nothing : fieldError('destination.bank', 'required', {});
  const known = await banks.banksOf(bankList);
  const resolved = resolvers[bankRule](known, given);
  if (resolved !== null) return resolved;
  // A classifier is too long to be told.
  const named = bankRule === 'listed' ? known.banks.map(({ code }) => code).join(', ') : bankList;
  return fieldError('destination.bank', 'unknown_bank', { method, banks: named });
};
