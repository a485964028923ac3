import type { ContractCase } from '../contract-case.ts';
import { cancelOperationCases } from './cancel-operation.ts';
import { confirmPaymentCases } from './confirm-payment.ts';
import { createPaymentCases } from './create-payment.ts';
import { createPaymentLinkCases } from './create-payment-link.ts';
import { createPayoutCases } from './create-payout.ts';
import { getOperationStateCases } from './get-operation-state.ts';
import { listBalancesCases } from './list-balances.ts';
import { listMethodsCases } from './list-methods.ts';
import { listOperationsCases } from './list-operations.ts';
import { plainReadCases } from './plain-reads.ts';
import { refusalCases } from './refusals.ts';

/** How to get each documented answer of what is built; answers.test.ts asks for all of them and counts them. */
export const contractCases: readonly ContractCase[] = [
  ...createPaymentCases,
  ...createPaymentLinkCases,
  ...createPayoutCases,
  ...getOperationStateCases,
  ...cancelOperationCases,
  ...confirmPaymentCases,
  ...listOperationsCases,
  ...listMethodsCases,
  ...listBalancesCases,
  ...plainReadCases,
  ...refusalCases,
];
