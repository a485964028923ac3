import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deposit } from '#features/balances';
import { decimal } from '#platform/money';
import type { AttemptRef } from '#providers';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createTestShop, type TestShop } from '#test/support/shop';
import { seeder, tester } from '#test/support/operators';
import { createTellings, quotes, type Tellings } from '../../features/suspense/suspense-fixture.ts';
import { runCommandLine } from './index.ts';

let db: TestDatabase;
let shop: TestShop;
let tellings: Tellings;

const run = async (words: readonly string[], answer?: string) => {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(words, {
    environment: { DATABASE_URL: db.serverUrl },
    directory: tmpdir(),
    terminal: {
      print: (text) => out.push(text),
      tell: (text) => err.push(text),
      hasColour: false,
      ask: answer === undefined ? null : (question) => Promise.resolve((err.push(question), answer)),
    },
    actor: tester,
    migrate: () => Promise.resolve([]),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
};

const suspense = (...words: readonly string[]) => run(['suspense', ...words]);
const because = ['--reason', 'ticket 12'];

beforeAll(async () => {
  db = await createTestDatabase();
  shop = await createTestShop(db.database);
  await deposit(db, { shopId: shop.shopId, amount: { amount: decimal('3000'), currency: 'RUB' }, actor: seeder });
  tellings = createTellings(db.database, shop.shopId);
});
afterAll(() => db.drop());

const latePayment = async (): Promise<AttemptRef> => {
  const { attempts } = await tellings.startPayment('100.00', quotes.RUB);
  await tellings.tellPayment(attempts[0]!, { state: 'failed', paid: '0' });
  await tellings.tellPayment(attempts[0]!, { state: 'paid', paid: '100.00' });
  return attempts[0]!;
};

const lateLeg = async (): Promise<AttemptRef> => {
  const { attempts } = await tellings.startPayout(['100.00'], quotes.RUB);
  await tellings.tellPayout(attempts[0]!, { state: 'failed', paid: '0' });
  await tellings.tellPayout(attempts[0]!, { state: 'paid', paid: '100.00' });
  return attempts[0]!;
};

const returnedLeg = async (): Promise<AttemptRef> => {
  const { attempts } = await tellings.startPayout(['100.00'], quotes.RUB);
  await tellings.tellPayout(attempts[0]!, { state: 'paid', paid: '100.00' });
  await tellings.tellPayout(attempts[0]!, { state: 'paid', paid: '100.00', returned: '100.00' });
  return attempts[0]!;
};

describe('turnpike suspense list', () => {
  it('says when there is nothing', async () => {
    expect(await suspense('list')).toEqual({ code: 0, out: '', err: 'Nothing is in suspense.' });
    expect(await suspense('list', '--all')).toEqual({ code: 0, out: '', err: 'Nothing ever was in suspense.' });
  });

  it('shows what waits, in words and in JSON, and with --all what is settled', async () => {
    const { attemptId } = await latePayment();
    const { out } = await suspense('list', '--shop', shop.name);
    const [header, row] = out.split('\n');
    expect(header).toMatch(/^SHOP +OPERATION +ATTEMPT +PROVIDER +OPEN +SETTLED +WHAT +SINCE$/);
    expect(row).toMatch(
      new RegExp(
        `^${shop.name} +\\S+ +${attemptId} +acquirer +100\\.00 RUB +0\\.00 +paid beyond what the payment counts +\\d{4}-`,
      ),
    );
    await suspense('return', attemptId, ...because, '--amount', '40', '--yes');
    const listed = JSON.parse((await suspense('list', '--json')).out);
    expect(listed).toEqual([
      {
        shop: shop.name,
        operationId: expect.any(String),
        merchantOperationId: expect.any(String),
        type: 'payment',
        status: 'cancelled',
        attemptId,
        providerId: 'acquirer',
        leg: 1,
        open: '60.00',
        settled: '40.00',
        currency: 'RUB',
        cause: 'late_payment',
        since: expect.any(String),
      },
    ]);
    await suspense('return', attemptId, ...because, '--yes');
    expect((await suspense('list')).err).toBe('Nothing is in suspense.');
    expect((await suspense('list', '--all')).out).toContain('0.00 RUB');
    expect((await suspense('list', '--shop', 'nobody')).err).toContain('There is no shop nobody.');
  });
});

describe('turnpike suspense credit, return and write-off', () => {
  it.each([
    ['credit', latePayment, 'Credit 92.00 RUB to the test shop S for 100.00 RUB of payment O (commission: 8.00 RUB)?'],
    ['return', latePayment, 'Record that 100.00 RUB of payment O went back to the payer over acquirer?'],
    ['write-off', latePayment, 'Write off 100.00 RUB of payment O, which the house keeps?'],
    ['credit', lateLeg, 'Charge the test shop S 108.00 RUB for 100.00 RUB of payout O (commission: 8.00 RUB)?'],
    ['return', lateLeg, 'Record that acquirer got back 100.00 RUB of payout O?'],
    ['write-off', lateLeg, 'Write off 100.00 RUB of payout O, which the house bears?'],
    ['credit', returnedLeg, 'Credit 108.00 RUB to the test shop S for 100.00 RUB of payout O (commission: -8.00 RUB)?'],
    ['return', returnedLeg, 'Record that acquirer sent out again 100.00 RUB of payout O?'],
    ['write-off', returnedLeg, 'Write off 100.00 RUB of payout O, which the house keeps?'],
  ])('asks before it settles: %s (%#)', async (way, begin, question) => {
    const { attemptId } = await begin();
    const { operation_id: operationId } = await db.database('attempts').where({ attempt_id: attemptId }).first();
    const asked = question.replace(' S ', ` ${shop.name} `).replace(/(payment|payout) O/, `$1 ${operationId}`);
    const refused = await run(['suspense', way, attemptId, ...because], 'n');
    expect(refused).toEqual({ code: 1, out: '', err: `${asked} [y/N] \nturnpike: Nothing was changed.` });
    expect(await suspense(way, attemptId, ...because)).toMatchObject({
      code: 1,
      err: expect.stringContaining('add --yes'),
    });
    const { code, out } = await run(['suspense', way, attemptId, ...because], 'y');
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/: transaction [0-9a-f-]{36}\.$/) });
    expect((await suspense(way, attemptId, ...because, '--yes')).err).toMatch(/is in suspense any more\.$/);
    const entries = await db.database('audit_log').where({ subject: operationId, actor: 'cli:tester' });
    expect(entries).toMatchObject([{ after: { reason: 'ticket 12' } }]);
  });

  it('answer a double press with the first transaction, by reference', async () => {
    const { attemptId } = await latePayment();
    const words = ['credit', attemptId, ...because, '--amount', '10.00', '--reference', 'ticket 12', '--yes'];
    const first = JSON.parse((await suspense(...words, '--json')).out);
    expect(first).toEqual({ transactionId: expect.any(String), isRepeated: false });
    expect(JSON.parse((await suspense(...words, '--json')).out)).toEqual({ ...first, isRepeated: true });
    expect((await suspense(...words)).out).toBe(
      `Settled earlier; nothing moved now: transaction ${first.transactionId}.`,
    );
    expect(await suspense(...words.with(4, '--amount').with(5, '11.00'))).toMatchObject({
      code: 1,
      err: 'turnpike: The reference ticket 12 already names another decision about this attempt.',
    });
  });

  it('say what a shop would be charged when it does not have that much', async () => {
    const { attemptId } = await lateLeg();
    await run(['balances', 'withdraw', shop.name, (await availableOf()).toFixed(2), '--yes']);
    expect(await suspense('credit', attemptId, ...because, '--yes')).toEqual({
      code: 1,
      out: '',
      err: `turnpike: The shop ${shop.name} would be charged 108.00 RUB and does not have that much available.`,
    });
  });

  it.each([
    [['credit', 'not-an-id', ...because], 2, 'Give an attempt'],
    [['credit', '01a1fdec-f8de-71fa-89eb-62df7b43551d'], 2, '--reason'],
    [['credit', '01a1fdec-f8de-71fa-89eb-62df7b43551d', ...because, '--amount', '1e3'], 2, 'Give an amount such as'],
    [['credit', '01a1fdec-f8de-71fa-89eb-62df7b43551d', ...because, '--yes'], 1, 'Nothing of the attempt'],
  ])('refuse %j', async (words, code, message) => {
    expect(await suspense(...words)).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
  });
});

describe('turnpike incidents list', () => {
  it('shows what a provider called failed after it had called it paid, in words and in JSON', async () => {
    expect(await run(['incidents', 'list'])).toEqual({ code: 0, out: '', err: 'No provider has contradicted itself.' });
    const { operationId, attempts } = await tellings.startPayment('100.00', quotes.RUB);
    await tellings.tellPayment(attempts[0]!, { state: 'paid', paid: '100.00' });
    await tellings.tellPayment(attempts[0]!, { state: 'failed', paid: '0' });
    const [header, row] = (await run(['incidents', 'list', '--shop', shop.name])).out.split('\n');
    expect(header).toMatch(/^SHOP +OPERATION +ATTEMPT +PROVIDER +WAS PAID +IS NOW +STATUS +TOLD$/);
    expect(row).toMatch(
      new RegExp(`${operationId} +\\S+ +acquirer +100\\.00 RUB +failed, 0\\.00 RUB +completed +\\d{4}-`),
    );
    expect(JSON.parse((await run(['incidents', 'list', '--json'])).out)).toMatchObject([
      { operationId, paid: '100.00', now: '0.00' },
    ]);
  });
});

const availableOf = async () => {
  const [row] = await db
    .database('ledger_accounts')
    .where({ shop_id: shop.shopId, account: 'available', currency: 'RUB' });
  return decimal(row.balance);
};
