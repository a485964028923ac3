import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, post, problemOf, type Answer } from '../call.ts';
import { cardNumber, payoutBody, toPhone } from '../payout-body.ts';
import { createHarness, type Harness } from '../harness.ts';
import { expectRefusal, type Refusal } from './untouched.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness?.strike());

// Another than the one that the refusal gives as an example of the form.
const phoneNumber = '+79165550101';

type Changes = Readonly<Record<string, unknown>>;

const send = (changes: Changes): Promise<Answer> =>
  call(harness.url, post('/v1/payout', payoutBody(changes)), harness.shop.apiKey);

const refuse = async (changes: Changes, refusal: Refusal): Promise<void> => {
  const answer = await expectRefusal(harness.testDatabase.database, () => send(changes), refusal);
  const { number } = changes;
  // A destination belongs to a person: not even a refusal repeats it.
  if (typeof number === 'string' && number.trim().length > 3) expect(answer.text).not.toContain(number);
  expect(problemOf(answer).errors).toHaveLength(1);
};

const wrongNumber = { path: '/body/number', code: 'wrong_number' };

/** Those of another length have a right check digit. */
const noCards: readonly (readonly [string, string])[] = [
  ['another check digit', '2200000000000005'],
  ['two digits changed places', '2200000000000040'],
  ['15 digits', '378282246310005'],
  ['20 digits', '22000000000000000004'],
  ['nothing', ''],
  ['spaces between', '2200 0000 0000 0004'],
  ['hyphens between', '2200-0000-0000-0004'],
  ['a space before', ` ${cardNumber}`],
  ['a space behind', `${cardNumber} `],
  ['a line break behind', `${cardNumber}\n`],
  ['a plus before', `+${cardNumber}`],
  ['a letter O', '220000000000000O4'],
  ['full-width digits', cardNumber.replace('4', '４')],
  ['Arabic digits', cardNumber.replace('4', '٤')],
  ['an invisible character', `${cardNumber}\u200b`],
  ['a decimal', `${cardNumber}.0`],
  ['a phone number', phoneNumber],
  ['64 digits', '0'.repeat(64)],
  ['16 zeros', '0'.repeat(16)],
  ['17 zeros', '0'.repeat(17)],
  ['19 zeros', '0'.repeat(19)],
];

const noPhones: readonly (readonly [string, string])[] = [
  ['nine digits', '+7916555010'],
  ['eleven digits', '+791655501018'],
  ['ten digits without a prefix', '9165550101'],
  ['another country', '+380441234567'],
  ['8 behind a plus', '+89165550101'],
  ['two pluses', '++79165550101'],
  ['00 for the plus', '0079165550101'],
  ['spaces between', '+7 916 555 01 01'],
  ['brackets', '+7(916)5550101'],
  ['hyphens', '+7916555-01-01'],
  ['a space before', ` ${phoneNumber}`],
  ['a line break behind', `${phoneNumber}\n`],
  ['full-width digits', '+７９１６５５５０１０１'],
  ['an extension', `${phoneNumber}#1`],
  ['a URL', `tel:${phoneNumber}`],
  ['nothing', ''],
  ['a card number', cardNumber],
];

describe('a payout to a card', () => {
  it.each(noCards)('does not take a number with %s', async (_name, number) => {
    await refuse({ number }, wrongNumber);
  });

  it.each(['2200000000000004', '22000000000000012', '220000000000000020', '2200000000000000004'])(
    'takes the number %s as it is',
    async (number) => {
      expect((await send({ number })).body).toMatchObject({ number });
    },
  );

  it('needs a number', async () => {
    await refuse({ number: undefined }, { path: '/body/number', code: 'required' });
  });

  it.each(['', 'sber', 'no bank', '"; drop table operations; --'])('passes over the bank %j', async (bankname) => {
    const { status, body } = await send({ bankname });
    expect(status).toBe(200);
    expect(Object.keys(body as object).filter((field) => field.startsWith('bank'))).toEqual([]);
  });
});

describe('a payout to a phone', () => {
  it.each(noPhones)('does not take a number with %s', async (_name, number) => {
    await refuse({ ...toPhone, number }, wrongNumber);
  });

  it.each(['+79165550101', '79165550101', '89165550101'])('takes the number %s in its one form', async (number) => {
    expect((await send({ ...toPhone, number })).body).toMatchObject({ number: phoneNumber });
  });

  it('needs a number and a bank, and asks for all that is missing at once', async () => {
    await refuse({ ...toPhone, number: undefined }, { path: '/body/number', code: 'required' });
    await refuse({ ...toPhone, bankname: undefined }, { path: '/body/bankname', code: 'required' });
    const neither = await send({ ...toPhone, number: undefined, bankname: undefined });
    expect(problemOf(neither).errors).toEqual([
      { path: '/body/number', message: 'is required', code: 'required' },
      { path: '/body/bankname', message: 'is required', code: 'required' },
    ]);
  });

  it('breaks as many rules of the method at once as are told', async () => {
    const { errors = [] } = problemOf(await send({ ...toPhone, currency: 'USD', number: '+7', bankname: 'none' }));
    expect(errors.map(({ path, code }) => [path, code])).toEqual([
      ['/body/currency', 'wrong_currency'],
      ['/body/number', 'wrong_number'],
      ['/body/bankname', 'unknown_bank'],
    ]);
  });

  it.each(['', ' ', 'SBER', 'Sber', 'sber ', 'Сбербанк', 'sbеr', 'tinkoff', 'sber,tcs', 'constructor', '__proto__'])(
    'does not take the bank %j',
    async (bankname) => {
      await refuse({ ...toPhone, bankname }, { path: '/body/bankname', code: 'unknown_bank' });
    },
  );
});

describe('the name', () => {
  it.each([undefined, ''])('is unnamed when it is %j', async (name) => {
    expect((await send({ name })).body).toMatchObject({ name: 'аноним' });
  });

  it.each([' ', 'аноним', 'я'.repeat(140), '🙂'.repeat(140), "O'Brien; --", '\u202eнаоборот'])(
    'is shown as it was sent: %j',
    async (name) => {
      expect((await send({ name })).body).toMatchObject({ name });
    },
  );
});
