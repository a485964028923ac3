import type { components } from '#generated/h2h/types';
import type { Operation, OperationType, Status } from '#features/operations';
import { exactNumber } from '#platform/exact-json';
import { formatAmount, formatRate, roundHalfUp, type Decimal } from '#platform/money';

type WireOperation = components['schemas']['Operation'];
type WireItem = components['schemas']['ListItem'];

/** How h2h calls the states of the core. A new one does not compile before it has a word here. */
export const wireStatuses = {
  pending: 'in_progress',
  awaiting_confirmation: 'in_progress',
  manual_check: 'in_progress',
  completed: 'success',
  cancelled: 'failed',
} as const satisfies Record<Status, WireOperation['status']>;

const wireTypes = { payment: 'payIn', payout: 'payOut' } as const satisfies Record<
  OperationType,
  WireOperation['typeOperation']
>;

/** What the payer has to pay until money is known, then what has moved. */
const amountInForce = ({ actualAmount, payableAmount }: Operation): Decimal =>
  actualAmount.gt('0') ? actualAmount : payableAmount;

const rateOf = (operation: Operation): string =>
  operation.fxSource === null ? '1' : formatRate(operation.fxRate, operation.currency, operation.settlementCurrency);

/** The commission is kept in the currency of the balance; here it is shown in that of the operation as well. */
const commissionInOwnCurrency = ({ commissionAmount, fxRate, currency }: Operation): string =>
  formatAmount(roundHalfUp(commissionAmount.div(fxRate), currency), currency);

const detailsOf = ({ type, method, destination }: Operation): Pick<WireOperation, 'paymentDetailsData'> =>
  type === 'payout'
    ? {}
    : {
        paymentDetailsData: {
          nameMediator: destination?.name ?? '',
          paymentMethod: method,
          bankName: destination?.banknameDetails ?? destination?.bankname ?? '',
          number: destination?.number ?? '',
          numberAdditional: destination?.numberAdditional ?? null,
          qRcode: destination?.qrCode ?? null,
        },
      };

const amount = (operation: Operation, value: Decimal): number => exactNumber(formatAmount(value, operation.currency));

const balanceAmount = (operation: Operation, value: Decimal): number =>
  exactNumber(formatAmount(value, operation.settlementCurrency));

/** What a list shows of an operation. */
export const toWireItem = (operation: Operation): WireItem => ({
  id: operation.operationId,
  dateAdded: operation.createdAt.toISOString(),
  typeOperation: wireTypes[operation.type],
  status: wireStatuses[operation.status],
  idTransactionMerchant: operation.merchantOperationId,
  amount: amount(operation, amountInForce(operation)),
  currency: operation.currency,
  exchangeRate: exactNumber(rateOf(operation)),
});

/** The operation object of h2h. */
export const toWireOperation = (operation: Operation): WireOperation => ({
  id: operation.operationId,
  dateAdded: operation.createdAt.toISOString(),
  dateUpdated: operation.updatedAt.toISOString(),
  typeOperation: wireTypes[operation.type],
  status: wireStatuses[operation.status],
  idTransactionMerchant: operation.merchantOperationId,
  amountInitial: amount(operation, operation.expectedAmount),
  amountRandomized: amount(operation, operation.payableAmount),
  amount: amount(operation, amountInForce(operation)),
  amountComission: exactNumber(commissionInOwnCurrency(operation)),
  currency: operation.currency,
  amountInCurrencyBalance: balanceAmount(operation, operation.settlementAmount),
  amountComissionInCurrencyBalance: balanceAmount(operation, operation.commissionAmount),
  exchangeRate: exactNumber(rateOf(operation)),
  ...detailsOf(operation),
});
