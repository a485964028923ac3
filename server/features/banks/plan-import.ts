import { foldName } from '#platform/fold-name';
import type { Member } from './read-dictionary.ts';

export type KnownBank = {
  readonly code: string;
  readonly name: string;
  readonly has_left: boolean;
};
export type KnownAlias = { readonly alias: string; readonly code: string };

type Named = { readonly code: string; readonly name: string };

/** What a dictionary changes of the list, each sorted by identifier. */
export type BankPlan = {
  readonly joining: readonly Named[];
  readonly returning: readonly Named[];
  readonly renamed: readonly { readonly code: string; readonly before: string; readonly after: string }[];
  readonly leaving: readonly Named[];
  /** Aliases that are the name of another bank then. */
  readonly aliasesLost: readonly { readonly alias: string; readonly code: string; readonly nameOf: string }[];
  /** How many members there are afterwards. */
  readonly members: number;
};

const byCode = (one: Named, other: Named): number => (one.code < other.code ? -1 : 1);

/** A merchant that writes such an alias would mean the one bank and pay the other. */
const aliasesLost = (members: readonly Named[], aliases: readonly KnownAlias[]): BankPlan['aliasesLost'] => {
  const owners = new Map(members.map((member) => [foldName(member.name), member]));
  const codes = new Set(members.map(({ code }) => code));
  // Those of a bank that is no member resolve to nothing: they wait for its return.
  return aliases.flatMap(({ alias, code }) => {
    const owner = owners.get(foldName(alias));
    return owner === undefined || owner.code === code || !codes.has(code) ? [] : [{ alias, code, nameOf: owner.code }];
  });
};

export const planImport = (
  members: readonly Member[],
  known: readonly KnownBank[],
  aliases: readonly KnownAlias[],
): BankPlan => {
  const before = new Map(known.map((bank) => [bank.code, bank]));
  const named = members.map(({ code, name }) => ({ code, name })).sort(byCode);
  const present = new Set(named.map(({ code }) => code));
  return {
    joining: named.filter(({ code }) => !before.has(code)),
    returning: named.filter(({ code }) => before.get(code)?.has_left === true),
    renamed: named.flatMap(({ code, name }) => {
      const bank = before.get(code);
      return bank === undefined || bank.name === name ? [] : [{ code, before: bank.name, after: name }];
    }),
    leaving: known
      .filter(({ code, has_left: hasLeft }) => !hasLeft && !present.has(code))
      .map(({ code, name }) => ({ code, name }))
      .sort(byCode),
    aliasesLost: aliasesLost(named, aliases),
    members: named.length,
  };
};

export const changesNothing = ({ joining, returning, renamed, leaving, aliasesLost: lost }: BankPlan): boolean =>
  [joining, returning, renamed, leaving, lost].every((changes) => changes.length === 0);
