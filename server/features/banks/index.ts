export { bankLists, bankRules, type BankTier, type BankTreatment } from './bank-rule.ts';
export { createBanksStore, type BanksStore } from './banks-store.ts';
export { importBanks, listBankSettings, planBanks } from './import-banks.ts';
export { listBanks, type ListedBanks } from './list-banks.ts';
export { resolveBank, type ResolvedBank } from './resolve-bank.ts';
export { changesNothing, type BankPlan } from './plan-import.ts';
export { mostDictionaryBytes, readDictionary, type Dictionary } from './read-dictionary.ts';
