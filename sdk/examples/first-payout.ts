import {
  ConflictError,
  ConnectionError,
  TimeoutError,
  Turnpike,
  UnavailableError,
  WaitTimeoutError,
  type OperationState,
} from '@turnpike/sdk';

const { TURNPIKE_API_KEY = '', TURNPIKE_BASE_URL = '' } = process.env;
const [withdrawalNumber = 'withdrawal-1', amount = '3000.57'] = process.argv.slice(2);

const turnpike = new Turnpike({ apiKey: TURNPIKE_API_KEY, baseUrl: TURNPIKE_BASE_URL });

const book = (state: OperationState): void => {
  if (state.status === 'cancelled') {
    console.log(`Not paid: ${state.cancel_reason}. The balance is as before.`);
    return;
  }
  // Completed is not "paid in full": a transfer may have failed, and its money is back on the balance.
  console.log(`The recipient got ${state.actual_amount} of ${state.expected_amount} ${state.currency}.`);
  console.log(`It took ${state.settlement_amount} ${state.settlement_currency} from the balance.`);
};

const explain = (error: unknown): string => {
  if (error instanceof WaitTimeoutError) return 'Still on its way: the webhook will tell.';
  if (error instanceof ConflictError && error.code === 'insufficient_balance') {
    return 'The balance does not cover amount and commission. Nothing was created.';
  }
  if (error instanceof UnavailableError || error instanceof TimeoutError || error instanceof ConnectionError) {
    return 'Not known whether it exists. Send it again with the SAME identifier: a new one can pay twice.';
  }
  throw error;
};

try {
  const payout = await turnpike.payouts.create({
    merchant_operation_id: withdrawalNumber,
    client_id: 'user-1',
    method: 'WT_RUB_C2C',
    amount,
    currency: 'RUB',
    number: '2200000000000004',
    name: 'IVAN PETROV',
  });
  book(await turnpike.operations.waitFor(payout, { timeoutMs: 60_000 }));
} catch (error) {
  console.log(explain(error));
}
