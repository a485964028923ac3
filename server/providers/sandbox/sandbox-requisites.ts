import { createHash } from 'node:crypto';
import { cbuDigitOf, luhnDigitOf } from '#platform/check-digits';
import type { Currency } from '#platform/money';
import type { PaymentOrder, Requisites } from '../port.ts';

const holders = ['IVAN PETROV', 'ANNA SMIRNOVA', 'OLGA SOKOLOVA', 'DMITRY KUZNETSOV', 'MARIA POPOVA'] as const;
const banks = [
  { bankname: 'sber', banknameDetails: 'Сбербанк' },
  { bankname: 'tcs', banknameDetails: 'Т-Банк' },
] as const;

const digitsOf = (digest: Buffer, length: number): string =>
  (digest.readBigUInt64BE(0) % 10n ** BigInt(length)).toString().padStart(length, '0');

const ended = (digits: string, digitOf: (digits: string) => string): string => digits + digitOf(digits);

/** Numbers that no bank or operator has issued. A kind is kept with its order, so that asking again gives the same number. */
const numbers = {
  card: (digest: Buffer) => ended(`220000${digitsOf(digest, 9)}`, luhnDigitOf),
  phone: (digest: Buffer) => `+7900${digitsOf(digest, 7)}`,
  phone_kz: (digest: Buffer) => `+7700${digitsOf(digest, 7)}`,
  account: (digest: Buffer) => digitsOf(digest, 16),
  cbu: (digest: Buffer) => ended('0000001', cbuDigitOf) + ended(digitsOf(digest, 13), cbuDigitOf),
  account_ifsc: (digest: Buffer) => `${digitsOf(digest, 12)}:TEST0${digitsOf(digest.subarray(8), 6)}`,
} as const satisfies Readonly<Record<string, (digest: Buffer) => string>>;

export type NumberKind = keyof typeof numbers;

const kindsByCurrency: Readonly<Partial<Record<Currency, Partial<Record<PaymentOrder['rail'], NumberKind>>>>> = {
  ARS: { account: 'cbu' },
  INR: { account: 'account_ifsc' },
  KZT: { phone: 'phone_kz' },
};

/** How payers of this currency are told where to pay. */
export const numberKindOf = (rail: PaymentOrder['rail'], currency: Currency): NumberKind =>
  kindsByCurrency[currency]?.[rail] ?? rail;

/** Test requisites that belong to the attempt: asking again gives the same ones. */
export const requisitesFor = (attemptId: string, kind: NumberKind): Requisites => {
  const digest = createHash('sha256').update(attemptId).digest();
  const bank = banks[digest[8]! % banks.length]!;
  return { number: numbers[kind](digest), name: holders[digest[9]! % holders.length]!, ...bank };
};
