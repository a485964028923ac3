import { verify } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { authenticateClient, issueClient, openTokens, type AuthenticClient, type Tokens } from '#features/clients';
import { createKeyRing } from '#platform/secrets';
import { openSigningKeys } from '#server/features/clients/signing-keys/open-signing-keys';
import { findKey, verifyToken } from '#server/features/clients/tokens/verify-token';
import { seeder } from '#test/support/operators';
import { testKeys } from '#test/support/settings';
import type { Bench, Compared } from './bench.ts';
import { measure, type Measured } from './load.ts';

const grant = async (tokens: Tokens, client: AuthenticClient): Promise<string> => {
  const granted = await tokens.grantToken(client, undefined);
  if (granted.outcome !== 'granted') throw new Error(`The token is ${granted.outcome}.`);
  return granted.accessToken;
};

const open = async ({ database, shops }: Bench) => {
  const needs = { database, keyRing: createKeyRing(testKeys) };
  const tokens = openTokens(needs);
  const shop = { shopId: shops[0]!.shopId, mode: 'test' } as const;
  const issued = await issueClient(needs, { shop, scopes: ['payin', 'payout', 'read'], actor: seeder });
  const known = await authenticateClient(needs, issued);
  if (known.outcome !== 'valid') throw new Error(`The client is ${known.outcome}.`);
  const keys = await openSigningKeys(needs)();
  const token = await grant(tokens, known.client);
  const key = findKey(keys, token);
  if (key === undefined) throw new Error('The key of the token is not known.');
  return { tokens, token, key };
};

/** The signature of a token and nothing else: its bytes lie there decoded, and so does the key. */
const measureSignatures = (
  seconds: Bench['seconds'],
  { token, key }: Pick<Awaited<ReturnType<typeof open>>, 'token' | 'key'>,
): Promise<Measured> => {
  const end = token.lastIndexOf('.');
  const [data, signature] = [Buffer.from(token.slice(0, end)), Buffer.from(token.slice(end + 1), 'base64url')];
  return measure(1, seconds, () => {
    if (!verify(null, data, key.publicKey, signature)) throw new Error('The signature is wrong.');
    return Promise.resolve();
  });
};

const rounds = 16;

const medianOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;

const inAll = (measured: readonly Measured[]): Measured => ({
  perSecond: medianOf(measured.map(({ perSecond }) => perSecond)),
  p50Ms: medianOf(measured.map(({ p50Ms }) => p50Ms)),
  p99Ms: medianOf(measured.map(({ p99Ms }) => p99Ms)),
  done: measured.reduce((total, { done }) => total + done, 0),
});

/** A little of each, again and again: what else the machine has to do falls upon both. Medians of the rounds. */
const inTurns = async (bench: Bench, work: (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>) => {
  const opened = await open(bench);
  const [floor, ours]: [Measured[], Measured[]] = [[], []];
  const seconds = { warmUp: 0, counted: bench.seconds.counted / rounds };
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    if (round === 1) floor.length = ours.length = 0;
    floor.push(await measureSignatures(seconds, opened));
    ours.push(await measure(1, seconds, () => work(opened)));
    // Neither waits for anything: without this the process would hear of nothing else, as of connections that are closed.
    await turn();
  }
  return { ours: inAll(ours), floor: inAll(floor) };
};

/** As with each request: a token that was seen before, and is asked about in the database twice a second. */
export const authenticateTokens = (bench: Bench): Promise<Compared> =>
  inTurns(bench, async ({ tokens, token }) => {
    if ((await tokens.authenticateToken(token)).outcome !== 'valid') throw new Error('The token is refused.');
  });

/** As for the first time, every time: form, key, signature and claims. */
export const verifyTokens = (bench: Bench): Promise<Compared> =>
  inTurns(bench, ({ token, key }) => {
    if (verifyToken(key, token).outcome !== 'verified') throw new Error('The token is refused.');
    return Promise.resolve();
  });
