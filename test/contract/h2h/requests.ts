import { randomUUID } from 'node:crypto';
import { call, get, post, type Answer, type Sent } from '../call.ts';
import type { Client, H2hHarness } from './harness.ts';

type Body = Readonly<Record<string, unknown>>;

const client = { clientID: 'user-1', clientIP: '203.0.113.24', clientDateCreated: '2025-06-01T12:00:00Z' };

export const payInBody = (changes: Body = {}): Body => ({
  paymentMethod: 'toCard',
  idTransactionMerchant: `order-${randomUUID()}`,
  amount: 1000.58,
  ...client,
  ...changes,
});

export const cardNumber = '2200000000000004';
export const phoneNumber = '+79001234567';

export const payOutBody = (changes: Body = {}): Body =>
  payInBody({ number: cardNumber, bankName: 'sber', nameMediator: 'Анна Смирнова', ...changes });

export const samples: Readonly<Record<string, () => Sent>> = {
  createPayIn: () => post('/host2host/payin', payInBody()),
  createPayOut: () => post('/host2host/payout', payOutBody()),
  getOperation: () => get(`/operation/operation/platform/${randomUUID()}`),
  findOperations: () => get(`/operation/operation/merhcant/order-${randomUUID()}`),
  listOperations: () => post('/operation/operation/list', { skip: 0, take: 10 }),
  listBanks: () => get('/masterdata/bank/list'),
};

export const sampleOf = (operationId: string): Sent => samples[operationId]!();

/** Sends a request with a token, or with what is given in its place. */
export const callWith = (url: string, sent: Sent, token: string | undefined): Promise<Answer> =>
  call(url, {
    ...sent,
    headers: { ...sent.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });

export const ask = async (harness: H2hHarness, sent: Sent, asking: Client = harness.client, url = harness.url) =>
  callWith(url, sent, await harness.tokenOf(asking));

export type Envelope = {
  readonly result: Readonly<Record<'status' | 'x-request-id' | 'codeError' | 'codeErrorExt' | 'message', string>>;
  readonly data: Body | readonly Body[] | null;
  readonly totalNumberRecords: number;
};

export const envelopeOf = ({ body }: Answer): Envelope => body as Envelope;

export const dataOf = (answer: Answer): Body => envelopeOf(answer).data as Body;
