import { invalidField } from '#platform/errors';
import type { Destination } from '#features/operations';
import { nameOfFormat, normaliseNumber, type Method } from '#features/pricing';
import type { PayoutRequest } from './payout.ts';

/** The banks of the phone rail, by the code that merchants send. */
const phoneBanks: ReadonlyMap<string, string> = new Map([
  ['sber', 'Сбербанк'],
  ['tcs', 'Т-Банк'],
]);

const unnamed = 'аноним';

const bankOf = (bankname: string | null, rail: Method['rail']): Pick<Destination, 'bankname' | 'banknameDetails'> => {
  if (rail !== 'phone') return { bankname: null, banknameDetails: null };
  const banknameDetails = phoneBanks.get(bankname ?? '');
  if (bankname === null || banknameDetails === undefined) {
    throw invalidField('/body/bankname', `must be one of ${[...phoneBanks.keys()].join(', ')}`, 'unknown_bank');
  }
  return { bankname, banknameDetails };
};

/**
 * Where the money goes, by the rules of the method.
 * @throws RequestError invalid_request
 */
export const destinationOf = ({ number, name, bankname }: PayoutRequest, method: Method): Destination => {
  if (number === null) throw invalidField('/body/number', "must have required property 'number'", 'required');
  const normalised = normaliseNumber(method.numberFormat, number);
  if (normalised === null) {
    throw invalidField('/body/number', `is not ${nameOfFormat(method.numberFormat)}`, 'wrong_number');
  }
  return { number: normalised, name: name || unnamed, ...bankOf(bankname, method.rail) };
};
