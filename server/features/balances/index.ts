export { listBalances, type Balance } from './list-balances.ts';
export { deposit, withdraw, type FundingOrder, type FundingResult } from './move-funding.ts';
