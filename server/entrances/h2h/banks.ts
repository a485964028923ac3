import type { BanksHandlers } from '#generated/h2h/handlers';
import type { Caller } from '#features/access';
import { inEnvelope } from './envelope.ts';

type ListedBank = {
  readonly bankName: string;
  readonly bankCode: string;
  readonly aliases: readonly string[];
};

export type BanksFeature = {
  /** The version changes when the banks do. */
  readonly listBanks: () => Promise<{ readonly version: string; readonly banks: readonly ListedBank[] }>;
};

/** Compared weakly, as RFC 9110 asks for it; `*` is any. */
const isKnown = (ifNoneMatch: string, version: string): boolean =>
  ifNoneMatch
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || tag.replace(/^W\//, '') === `"${version}"`);

export const h2hBanks = ({ listBanks }: BanksFeature) =>
  ({
    listBanks: async ({ headers: { 'if-none-match': known = '' }, requestId }) => {
      const { version, banks } = await listBanks();
      const headers = { etag: `W/"${version}"` };
      if (isKnown(known, version)) return { status: 304, headers };
      const data = banks.map(({ bankName, bankCode, aliases }) => ({ bankName, bankCode, aliases: [...aliases] }));
      return { status: 200, headers, body: inEnvelope(requestId, data, data.length) };
    },
  }) satisfies BanksHandlers<Caller>;
