export { bankLists, bankRules, type BankTier, type BankTreatment } from './bank-rule.ts';
export { createBanksStore, type BanksStore } from './banks-store.ts';
export { listBanks, type ListedBanks } from './list-banks.ts';
export { resolveBank, type ResolvedBank } from './resolve-bank.ts';
