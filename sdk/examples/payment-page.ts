import { Turnpike } from '@turnpike/sdk';

const { TURNPIKE_API_KEY = '', TURNPIKE_BASE_URL = '' } = process.env;
const orderNumber = process.argv[2] ?? 'order-4';

const turnpike = new Turnpike({ apiKey: TURNPIKE_API_KEY, baseUrl: TURNPIKE_BASE_URL });

const payment = await turnpike.payments.createLink({
  merchant_operation_id: orderNumber,
  client_id: 'user-1',
  method: 'WT_RUB_C2C',
  amount: '1000.00',
  currency: 'RUB',
  return_url: `https://shop.example/orders/${orderNumber}`,
  description: `Order ${orderNumber}`,
  metadata: { cart: '70412-9' },
});

console.log(`Send the payer to ${payment.payment_url}`);
