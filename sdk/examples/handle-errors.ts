import {
  ApiError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  ProviderDeclinedError,
  TimeoutError,
  Turnpike,
  UnavailableError,
} from '@turnpike/sdk';

const { TURNPIKE_API_KEY = '', TURNPIKE_BASE_URL = '' } = process.env;
const [orderNumber = 'order-2', amount = '1000.51'] = process.argv.slice(2);

const turnpike = new Turnpike({ apiKey: TURNPIKE_API_KEY, baseUrl: TURNPIKE_BASE_URL });

const explain = (error: unknown): string => {
  if (error instanceof ProviderDeclinedError) return 'No provider accepted. Offer another method.';
  if (error instanceof InvalidRequestError)
    return error.errors.map(({ path, message }) => `${path}: ${message}`).join('\n');
  if (error instanceof ConflictError) return `The order number belongs to operation ${error.operationId}.`;
  if (error instanceof UnavailableError || error instanceof TimeoutError || error instanceof ConnectionError) {
    return 'Not known whether the payment exists. Create it again later, with the same values.';
  }
  if (error instanceof ApiError) return `${error.code}: ${error.message} (request ${error.requestId})`;
  throw error;
};

try {
  const payment = await turnpike.payments.create({
    merchant_operation_id: orderNumber,
    client_id: 'user-1',
    method: 'WT_RUB_C2C',
    amount,
    currency: 'RUB',
  });
  console.log(`Created ${payment.operation_id}.`);
} catch (error) {
  console.log(explain(error));
}
