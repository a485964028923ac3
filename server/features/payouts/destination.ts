import { resolveBank, type BankTier } from '#features/banks';
import { fieldError, type FieldError } from '#platform/errors';
import { profileOf, type Destination } from '#features/operations';
import type { Api } from '#platform/apis';
import { nameOfFormat, normaliseNumber, type Method } from '#features/pricing';
import type { PayoutRequest } from './payout.ts';

const unnamed = 'аноним';

const readNumber = (number: string | null, { numberFormat }: Method, api: Api): string | FieldError => {
  if (number === null) return fieldError('destination.number', 'required', {});
  const normalised = normaliseNumber(numberFormat, number);
  return normalised !== null && (normalised === number || profileOf(api).takesOtherSpellings)
    ? normalised
    : fieldError('destination.number', 'wrong_number', { expected: nameOfFormat(numberFormat) });
};

type Needs = Parameters<typeof resolveBank>[0];

/** Where the money goes, and how far from the house that is. */
export type ReadDestination = { readonly destination: Destination; readonly bankTier: BankTier };

/** By the rules of the method: where the money goes, or everything that is wrong with it. */
export const readDestination = async (
  needs: Needs,
  { number, name, bankname }: PayoutRequest,
  method: Method,
  api: Api,
): Promise<ReadDestination | readonly FieldError[]> => {
  const bank = await resolveBank(needs, method, bankname);
  const normalised = readNumber(number, method, api);
  if (typeof normalised !== 'string') return 'field' in bank ? [normalised, bank] : [normalised];
  if ('field' in bank) return [bank];
  const { bankTier, ...named } = bank;
  return {
    destination: { number: normalised, name: name || unnamed, ...named, numberAdditional: null, qrCode: null },
    bankTier,
  };
};
