import { readFile, writeFile } from 'node:fs/promises';
import { ConflictError, PayloadTooLargeError, Turnpike, WaitTimeoutError, type OperationState } from '@turnpike/sdk';

const { TURNPIKE_API_KEY = '', TURNPIKE_BASE_URL = '' } = process.env;
const [orderNumber = 'order-3', file = 'receipt.pdf', amount = '1000.54'] = process.argv.slice(2);

const turnpike = new Turnpike({ apiKey: TURNPIKE_API_KEY, baseUrl: TURNPIKE_BASE_URL });

const keep = async ({ receipts }: OperationState): Promise<void> => {
  for (const { id, receipt_url } of receipts) {
    if (receipt_url === null) continue;
    // Without the key: the link itself is the permission, for five minutes.
    const response = await fetch(receipt_url);
    if (!response.ok) throw new Error(`The receipt could not be had: ${response.status}.`);
    await writeFile(`receipt-${id}.pdf`, new Uint8Array(await response.arrayBuffer()));
    console.log(`Kept receipt-${id}.pdf.`);
  }
};

const settle = async (state: OperationState): Promise<void> => {
  if (state.status === 'manual_check') {
    console.log(`A person looks at the receipt (${state.manual_check_reason}): the webhook will tell.`);
  } else if (state.status === 'cancelled') {
    console.log(`Not paid: ${state.cancel_reason}.`);
  } else {
    // The review decides by the receipt: it may have found less than was asked for.
    console.log(`Credit ${state.actual_amount} of ${state.expected_amount} ${state.currency}.`);
    await keep(state);
  }
};

const explain = (error: unknown): string => {
  if (error instanceof WaitTimeoutError) return 'Still under review: the webhook will tell.';
  if (error instanceof PayloadTooLargeError) return 'The file is over 10 MiB. Ask the payer for a smaller one.';
  if (error instanceof ConflictError && error.code === 'wrong_state') {
    return 'It takes no receipt now: it has ended, or another file is being looked at.';
  }
  throw error;
};

try {
  const payment = await turnpike.payments.create({
    merchant_operation_id: orderNumber,
    client_id: 'user-1',
    method: 'WT_RUB_PHONE',
    amount,
    currency: 'RUB',
  });
  const { operation_id } = payment;
  // Shown to the payer, who pays and gives you the receipt of the bank.
  console.log(`Pay ${payment.expected_amount} ${payment.currency} to ${payment.number}, ${payment.bankname_details}.`);
  await turnpike.payments.confirm({ operation_id, receipt: await readFile(file) });
  await settle(await turnpike.operations.waitFor(operation_id, { until: 'manual_check', timeoutMs: 60_000 }));
} catch (error) {
  console.log(explain(error));
}
