import { createHash } from 'node:crypto';
import type { PaymentOrder, Requisites } from '../port.ts';

const holders = ['IVAN PETROV', 'ANNA SMIRNOVA', 'OLGA SOKOLOVA', 'DMITRY KUZNETSOV', 'MARIA POPOVA'] as const;
const banks = [
  { bankname: 'sber', banknameDetails: 'Сбербанк' },
  { bankname: 'tcs', banknameDetails: 'Т-Банк' },
] as const;

const luhnDigit = (payload: string): string => {
  const sum = [...payload].reverse().reduce((total, character, index) => {
    const doubled = Number(character) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
};

const digitsOf = (digest: Buffer, length: number): string =>
  (digest.readBigUInt64BE(0) % 10n ** BigInt(length)).toString().padStart(length, '0');

/** Test requisites that belong to the attempt: asking again gives the same ones. No bank issues the prefix 220000. */
export const requisitesFor = (attemptId: string, rail: PaymentOrder['rail']): Requisites => {
  const digest = createHash('sha256').update(attemptId).digest();
  const bank = banks[digest[8]! % banks.length]!;
  const card = `220000${digitsOf(digest, 9)}`;
  const number = rail === 'card' ? `${card}${luhnDigit(card)}` : `+7900${digitsOf(digest, 7)}`;
  return { number, name: holders[digest[9]! % holders.length]!, ...bank };
};
