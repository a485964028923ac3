import { issueClient } from '#features/clients';
import { seeder } from '#test/support/operators';
import { createTestShop } from '#test/support/shop';
import type { Bench } from './bench.ts';
import { openClient } from './load.ts';

type HostToHostShop = { readonly shopId: string; readonly form: string };

const open = async ({ database }: Bench): Promise<HostToHostShop> => {
  const { shopId } = await createTestShop(database, { methods: ['toCard'], balance: '900000000000.00' });
  const shop = { shopId, mode: 'test' } as const;
  const issued = await issueClient({ database }, { shop, scopes: ['payin', 'payout', 'read'], actor: seeder });
  const credentials = { client_id: issued.clientId, client_secret: issued.clientSecret };
  return { shopId, form: new URLSearchParams({ grant_type: 'client_credentials', ...credentials }).toString() };
};

const opened: Promise<HostToHostShop>[] = [];

/** The first so many shops that have h2h alone, made when they are first asked for: those of v1 keep operations of v1 alone. */
export const hostToHostShops = async (bench: Bench, count: number): Promise<readonly HostToHostShop[]> => {
  for (let index = 0; index < count; index += 1) await (opened[index] ??= open(bench));
  return Promise.all(opened.slice(0, count));
};

/** A token for each, from the server; they live for longer than what is measured with them. */
export const tokensOf = async (bench: Bench, shops: readonly HostToHostShop[]): Promise<readonly string[]> => {
  const client = openClient(bench.serverUrl, 1);
  const tokens: string[] = [];
  for (const { form } of shops) {
    const answer = await client.post('/oauth/token', {}, form, 'application/x-www-form-urlencoded');
    tokens.push((JSON.parse(answer) as { access_token: string }).access_token);
  }
  await client.close();
  return tokens;
};
