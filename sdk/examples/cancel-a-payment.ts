import {
  ConflictError,
  ConnectionError,
  TimeoutError,
  Turnpike,
  UnavailableError,
  type Cancellation,
} from '@turnpike/sdk';

const { TURNPIKE_API_KEY = '', TURNPIKE_BASE_URL = '' } = process.env;
const orderNumber = process.argv[2] ?? 'order-1';

const turnpike = new Turnpike({ apiKey: TURNPIKE_API_KEY, baseUrl: TURNPIKE_BASE_URL });

const close = ({ outcome, operation }: Cancellation): void => {
  if (outcome === 'cancelled') {
    console.log('Cancelled: close the order, and show no payment details any more.');
  } else if (operation.status === 'completed') {
    // The payer was quicker: read the state, and credit its actual_amount.
    console.log('Too late, it was paid: deliver the order, or return the money.');
  } else {
    console.log('It had ended without money: close the order.');
  }
};

const explain = (error: unknown): string => {
  if (error instanceof ConflictError && error.code === 'receipt_under_review') {
    return 'A receipt is being reviewed: the webhook will tell how it ends.';
  }
  if (error instanceof UnavailableError || error instanceof TimeoutError || error instanceof ConnectionError) {
    return 'Not known whether it is cancelled. Cancel it again, and leave the order open until there is an answer.';
  }
  throw error;
};

try {
  const decision = await turnpike.payments.cancel({
    merchant_operation_id: orderNumber,
    reason: 'The customer closed the order',
  });
  close(decision);
} catch (error) {
  console.log(explain(error));
}
