import { fieldError, type FieldError } from '#platform/errors';
import type { Destination } from '#features/operations';
import { nameOfFormat, normaliseNumber, type Method } from '#features/pricing';
import type { PayoutRequest } from './payout.ts';

/** The banks of the phone rail, by the code that merchants send. */
const phoneBanks: ReadonlyMap<string, string> = new Map([
  ['sber', 'Сбербанк'],
  ['tcs', 'Т-Банк'],
]);

const unnamed = 'аноним';

type Bank = Pick<Destination, 'bankname' | 'banknameDetails'>;

const readBank = (bankname: string | null, { rail, code }: Method): Bank | FieldError => {
  if (rail !== 'phone') return { bankname: null, banknameDetails: null };
  if (bankname === null) return fieldError('destination.bank', 'required', {});
  const banknameDetails = phoneBanks.get(bankname);
  if (banknameDetails !== undefined) return { bankname, banknameDetails };
  return fieldError('destination.bank', 'unknown_bank', { method: code, banks: [...phoneBanks.keys()].join(', ') });
};

const readNumber = (number: string | null, { numberFormat }: Method): string | FieldError => {
  if (number === null) return fieldError('destination.number', 'required', {});
  return (
    normaliseNumber(numberFormat, number) ??
    fieldError('destination.number', 'wrong_number', { expected: nameOfFormat(numberFormat) })
  );
};

/** Where the money goes, by the rules of the method, or everything that is wrong with it. */
export const readDestination = (
  { number, name, bankname }: PayoutRequest,
  method: Method,
): Destination | readonly FieldError[] => {
  const bank = readBank(bankname, method);
  const normalised = readNumber(number, method);
  if (typeof normalised !== 'string') return 'field' in bank ? [normalised, bank] : [normalised];
  return 'field' in bank ? [bank] : { number: normalised, name: name || unnamed, ...bank };
};

export const isDestination = (read: Destination | readonly FieldError[]): read is Destination => 'number' in read;
