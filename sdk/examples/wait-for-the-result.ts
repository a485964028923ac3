import { Turnpike, WaitTimeoutError, type OperationState } from '@turnpike/sdk';

const { TURNPIKE_API_KEY = '', TURNPIKE_BASE_URL = '' } = process.env;
const orderNumber = process.argv[2] ?? 'order-1';

const turnpike = new Turnpike({ apiKey: TURNPIKE_API_KEY, baseUrl: TURNPIKE_BASE_URL });

const settle = (state: OperationState): void => {
  if (state.status === 'cancelled') {
    console.log(`Not paid: ${state.cancel_reason}.`);
    return;
  }
  // Completed is not "paid in full": credit what was paid, not what was asked for.
  console.log(`Credit ${state.actual_amount} of ${state.expected_amount} ${state.currency}.`);
};

try {
  settle(await turnpike.operations.waitFor({ merchant_operation_id: orderNumber }, { timeoutMs: 60_000 }));
} catch (error) {
  if (!(error instanceof WaitTimeoutError)) throw error;
  console.log(`Still ${error.operation?.status ?? 'unknown'}: the webhook will tell.`);
}
