import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { newId, type AttemptId, type ShopId } from '#platform/ids';
import { alreadyDue } from '#test/support/already-due';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { eventually } from '#test/support/eventually';
import type { AttemptRef, PaymentFact, PaymentOrder, PayoutFact, PayoutOrder, ReceiptVerdict } from '../port.ts';
import { createSandboxOrders, createSandboxProvider, payDueOrders } from './index.ts';

let db: TestDatabase;
const [facts, legFacts, verdicts]: [PaymentFact[], PayoutFact[], ReceiptVerdict[]] = [[], [], []];
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const heardBy =
  <Said>(list: Said[]) =>
  (said: Said): Promise<void> => {
    list.push(said);
    return Promise.resolve();
  };
const needs = () => ({
  orders: createSandboxOrders(db.database),
  report: heardBy(facts),
  reportPayout: heardBy(legFacts),
  reportReceipt: heardBy(verdicts),
});
const provider = (speed = 1_000) => createSandboxProvider({ ...needs(), speed }, 'sandbox-1');
const signal = new AbortController().signal;
const newAttempt = (): AttemptRef => ({ shopId: newId<ShopId>(), attemptId: newId<AttemptId>() });
const rub = (amount: string) => ({ amount: decimal(amount), currency: 'RUB' });
const common = {
  method: 'WT_RUB_C2C',
  rail: 'card',
  clientId: 'client',
  clientIp: null,
  clientPhone: null,
  clientCreatedAt: null,
} as const;
const paymentOf = (amount: string): PaymentOrder => ({ attempt: newAttempt(), amount: rub(amount), ...common });
const payoutOf = (amount: string): PayoutOrder => ({
  attempt: newAttempt(),
  amount: rub(amount),
  ...common,
  number: '2200000000000004',
  name: 'IVAN PETROV',
  bankname: null,
  payout: { amount: decimal(amount), leg: 1, legs: 1 },
});
/** What is said about this attempt, once something is. */
const heard = <Said extends { readonly attempt: AttemptRef }>(
  list: Said[],
  { attempt }: { attempt: AttemptRef },
  count = 1,
) =>
  eventually(async () => {
    await payDueOrders(needs());
    const own = list.filter((said) => said.attempt.attemptId === attempt.attemptId);
    return own.length >= count && own;
  }, 'the sandbox to say something');
const receiptOf = ({ attempt }: PaymentOrder, fileId: string = newId()) => ({
  attempt,
  fileId,
  content: Buffer.from('a receipt'),
});

describe('a payment that requires a receipt', () => {
  it.each(['100.54', '100.55', '100.56'])(
    'of %s is accepted with that requirement, and never paid without one',
    async (amount) => {
      const order = paymentOf(amount);
      const answer = { outcome: 'accepted', isReceiptRequired: true };
      expect(await provider().createPayment(order, signal)).toMatchObject(answer);
      expect(await provider().lookUpPayment(order.attempt, signal)).toMatchObject(answer);
      const { pays_at: paysAt } = await db
        .database('sandbox_orders')
        .where({ attempt_id: order.attempt.attemptId })
        .first();
      expect(paysAt).toBeNull();
    },
  );

  it('of .54 is paid when its receipt is reviewed, and that is said again when the file is given again', async () => {
    const order = paymentOf('100.54');
    await provider().createPayment(order, signal);
    const receipt = receiptOf(order);
    expect(await provider().submitReceipt(receipt, signal)).toEqual({ outcome: 'taken' });
    const [first] = await heard(verdicts, order);
    expect(first).toMatchObject({
      fileId: receipt.fileId,
      outcome: 'accepted',
      evidence: [{ amount: decimal('100.54') }],
    });
    await provider().submitReceipt(receipt, signal);
    const [, second] = await heard(verdicts, order, 2);
    expect(second).toEqual(first);
    expect(facts.filter(({ attempt }) => attempt.attemptId === order.attempt.attemptId)).toEqual([]);
  });

  it.each([
    ['100.55', 'suspicious'],
    ['100.56', 'not_terminal'],
  ])(
    'of %s has a receipt that is %s, and the next one too; its order stays and can be voided',
    async (amount, reason) => {
      const order = paymentOf(amount);
      await provider().createPayment(order, signal);
      for (const count of [1, 2]) {
        const receipt = receiptOf(order);
        await provider().submitReceipt(receipt, signal);
        const said = await heard(verdicts, order, count);
        expect(said.at(-1)).toEqual({ attempt: order.attempt, fileId: receipt.fileId, outcome: 'doubtful', reason });
      }
      expect(await provider().voidPayment(order.attempt, signal)).toEqual({ outcome: 'voided' });
    },
  );

  it('has the next file reviewed that comes while the verdict about the first one is told', async () => {
    const order = paymentOf('100.56');
    await provider().createPayment(order, signal);
    const [first, second] = [receiptOf(order), receiptOf(order)];
    await provider().submitReceipt(first, signal);
    const reportReceipt = async (verdict: ReceiptVerdict): Promise<void> => {
      verdicts.push(verdict);
      if (verdict.fileId === first.fileId) await provider().submitReceipt(second, signal);
    };
    const told = await eventually(async () => {
      await payDueOrders({ ...needs(), reportReceipt });
      const own = verdicts.filter(({ attempt }) => attempt.attemptId === order.attempt.attemptId);
      return own.length === 2 && own;
    }, 'both verdicts');
    expect(told.map(({ fileId }) => fileId)).toEqual([first.fileId, second.fileId]);
  });

  it('has its receipt taken by no provider that knows no such order', async () => {
    expect(await provider().submitReceipt(receiptOf(paymentOf('100.54')), signal)).toEqual({ outcome: 'unknown' });
  });
});

describe('evidence with .61', () => {
  it('of a payment comes later', async () => {
    const order = paymentOf('100.61');
    await provider(1).createPayment(order, signal);
    await db
      .database('sandbox_orders')
      .where({ attempt_id: order.attempt.attemptId })
      .update({ pays_at: alreadyDue(db.database) });
    expect(await heard(facts, order)).toMatchObject([{ state: 'paid', evidence: 'later' }]);
    expect(await provider().fetchEvidence(order.attempt, signal)).toEqual({ outcome: 'found', evidence: 'later' });
    await db
      .database('sandbox_orders')
      .where({ attempt_id: order.attempt.attemptId })
      .update({ due_since: db.database.raw(`now() - interval '10 seconds'`) });
    expect(await provider().fetchEvidence(order.attempt, signal)).toMatchObject({
      outcome: 'found',
      evidence: [{ amount: decimal('100.61') }],
    });
  });

  it('of a payout comes later', async () => {
    const order = payoutOf('100.61');
    await provider(1).createPayout(order, signal);
    await db
      .database('sandbox_orders')
      .where({ attempt_id: order.attempt.attemptId })
      .update({ pays_at: alreadyDue(db.database) });
    expect(await heard(legFacts, order)).toMatchObject([{ state: 'paid', evidence: 'later' }]);
  });

  it('is not known of an order that is not paid', async () => {
    const order = paymentOf('100.58');
    await provider().createPayment(order, signal);
    expect(await provider().fetchEvidence(order.attempt, signal)).toEqual({ outcome: 'unknown' });
  });
});

describe('the document of a transfer', () => {
  it('is the same PDF each time, for the transfer that it belongs to', async () => {
    const order = payoutOf('100.00');
    await provider().createPayout(order, signal);
    const [{ evidence }] = (await heard(legFacts, order)) as [PayoutFact];
    const documentId = (evidence as readonly { documentId?: string }[])[0]!.documentId!;
    const document = await provider().fetchDocument(order.attempt, documentId, signal);
    expect(document).toMatchObject({ outcome: 'found', content: expect.any(Buffer) });
    const text = (document as { content: Buffer }).content.toString('latin1');
    expect(text.startsWith('%PDF-1.4\n')).toBe(true);
    expect(text).toContain('(Amount: 100.00)');
    expect(await provider().fetchDocument(order.attempt, documentId, signal)).toEqual(document);
    expect(await provider().fetchDocument(order.attempt, newId(), signal)).toEqual({ outcome: 'not_found' });
    expect(await provider().fetchDocument(newAttempt(), documentId, signal)).toEqual({ outcome: 'not_found' });
  });
});
