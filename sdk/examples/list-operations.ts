import { Turnpike } from '@turnpike/sdk';

const { TURNPIKE_API_KEY = '', TURNPIKE_BASE_URL = '' } = process.env;

const turnpike = new Turnpike({ apiKey: TURNPIKE_API_KEY, baseUrl: TURNPIKE_BASE_URL });

for (const { method, type, currency, min_amount, max_amount } of await turnpike.methods.list()) {
  console.log(`${method} ${type}: ${min_amount} to ${max_amount} ${currency}.`);
}

// A month: its first moment belongs to it, the first moment of the next one does not.
const february = { created_from: '2026-02-01T00:00:00Z', created_before: '2026-03-01T00:00:00Z' };

for await (const operation of turnpike.operations.list({ ...february, status: ['completed', 'cancelled'] })) {
  const { operation_id, type, actual_amount, currency, settlement_amount, settlement_currency } = operation;
  console.log(`${operation_id} ${type} ${actual_amount} ${currency}, ${settlement_amount} ${settlement_currency}.`);
}
