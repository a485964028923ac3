import { createHash } from 'node:crypto';
import { composeName, foldName, longestName } from '#platform/fold-name';
import type { BankTier } from './bank-rule.ts';

export type Bank = {
  /** The identifier of a member is without the prefix that merchants may put before it. */
  readonly code: string;
  readonly name: string;
  /** Other names that are in use. */
  readonly aliases: readonly string[];
  readonly bank_tier: BankTier;
};

/** A bank as merchants are shown it. */
export type ShownBank = {
  readonly bankName: string;
  readonly bankCode: string;
  readonly aliases: readonly string[];
};

/** The banks that payouts are taken to. */
export type BankList = {
  readonly banks: readonly Bank[];
  readonly shown: readonly ShownBank[];
  /** The same for the same `shown`, in every process and on every installation. */
  readonly version: string;
  readonly byCode: (code: string) => Bank | undefined;
  /** As it is written. */
  readonly byName: (name: string) => Bank | undefined;
  /** By its name as it is written, else by its identifier, else by a name that others use for it. */
  readonly classify: (given: string) => Bank | undefined;
};

/** Members are known by their identifier with the prefix too, which the payment system's own dictionary writes. */
export const withoutPrefix = (code: string): string => code.replace(/^bank(?=\d)/i, '');

/** By code points: the order of a language differs from one version of its rules to the next, and the entity tag with it. */
const byName = (one: ShownBank, other: ShownBank): number =>
  Buffer.compare(Buffer.from(one.bankName), Buffer.from(other.bankName)) ||
  Buffer.compare(Buffer.from(one.bankCode), Buffer.from(other.bankCode));

const digestOf = (shown: readonly ShownBank[]): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);

/** Made once for each change of the list: to resolve a name then takes three look-ups, however many banks there are. */
export const createBankList = (banks: readonly Bank[]): BankList => {
  const shown = banks.map(({ code, name, aliases }) => ({ bankName: name, bankCode: code, aliases })).sort(byName);
  const codes = new Map(banks.map((bank) => [bank.code, bank]));
  const foldedCodes = new Map(banks.map((bank) => [foldName(bank.code), bank]));
  const names = new Map(banks.map((bank) => [composeName(bank.name), bank]));
  const aliases = new Map(banks.flatMap((bank) => bank.aliases.map((alias) => [foldName(alias), bank] as const)));
  return {
    banks,
    shown,
    version: digestOf(shown),
    byCode: (code) => codes.get(code),
    byName: (name) => banks.find((bank) => bank.name === name),
    classify: (given) =>
      given.length > longestName
        ? undefined
        : (names.get(composeName(given)) ??
          foldedCodes.get(withoutPrefix(foldName(given))) ??
          aliases.get(foldName(given))),
  };
};
