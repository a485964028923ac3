import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { issueClient } from '#features/clients';
import { seeder } from '#test/support/operators';
import type { Bench, Compared } from './bench.ts';
import { measureReads } from './floor.ts';
import { measure, openClient } from './load.ts';

// As long as what is signed of a token.
const signedBytes = 520;

/** Clients of all shops in turns ask for tokens; beside it one row is read and as many bytes are signed. */
export const issueTokens = async (bench: Bench, connections: number): Promise<Compared> => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const data = randomBytes(signedBytes);
  const floor = await measureReads(bench.databaseUrl, connections, bench.seconds, () => sign(null, data, privateKey));
  const forms: string[] = [];
  for (const { shopId } of bench.shops) {
    const shop = { shopId, mode: 'test' } as const;
    const issued = await issueClient(bench, { shop, scopes: ['payin', 'payout', 'read'], actor: seeder });
    const credentials = { client_id: issued.clientId, client_secret: issued.clientSecret };
    forms.push(new URLSearchParams({ grant_type: 'client_credentials', ...credentials }).toString());
  }
  const client = openClient(bench.serverUrl, connections);
  let count = 0;
  const ours = await measure(connections, bench.seconds, () => {
    const form = forms[(count += 1) % forms.length]!;
    return client.post('/oauth/token', {}, form, 'application/x-www-form-urlencoded');
  });
  await client.close();
  return { ours, floor };
};
