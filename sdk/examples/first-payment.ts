import { Turnpike } from '@turnpike/sdk';

const { TURNPIKE_API_KEY = '', TURNPIKE_BASE_URL = '' } = process.env;
const orderNumber = process.argv[2] ?? 'order-1';

const turnpike = new Turnpike({ apiKey: TURNPIKE_API_KEY, baseUrl: TURNPIKE_BASE_URL });

const payment = await turnpike.payments.create({
  merchant_operation_id: orderNumber,
  client_id: 'user-1',
  method: 'WT_RUB_C2C',
  amount: '1000.00',
  currency: 'RUB',
});

if (payment.status === 'pending' || payment.status === 'awaiting_confirmation') {
  console.log(`Pay ${payment.expected_amount} ${payment.currency} to ${payment.number} (${payment.name}).`);
} else {
  console.log(`Nothing to pay: the payment is ${payment.status}.`);
}
