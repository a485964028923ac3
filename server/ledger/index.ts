export { clearingAccount, storedAccounts, type AccountName, type StoredAccount } from './accounts.ts';
export { readBalances, type StoredBalance } from './balances.ts';
export {
  isBalanceRefused,
  toPostingColumns,
  type Posting,
  type PostingColumns,
  type TransactionKind,
} from './postings.ts';
export { findTransaction, type PostedTransaction } from './transactions.ts';
