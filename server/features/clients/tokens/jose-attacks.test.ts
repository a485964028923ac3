import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { createParty, encode, signParts, tokenOf, type Party } from '../tokens-fixture.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const stranger = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

let db: TestDatabase;
let party: Party;
let token: string;
beforeAll(async () => {
  db = await createTestDatabase();
  party = await createParty(db);
  token = await tokenOf(party);
});
afterAll(() => db.drop());

const seconds = (): number => Math.floor(Date.now() / 1_000);
const outcomeOf = async (attack: string): Promise<string> => (await party.tokens.authenticateToken(attack)).outcome;

type Json = Readonly<Record<string, unknown>>;

/** Of the house's own key, which vouches for whatever it is given here. */
const signed = ({ header = {}, claims = {} }: { readonly header?: Json; readonly claims?: Json } = {}): string =>
  signParts(
    party.issuer.privateKey,
    JSON.stringify({ ...party.issuer.header, ...header }),
    JSON.stringify({ ...party.issuer.claimsAt(seconds()), ...claims }),
  );
const payloadText = (): string => JSON.stringify(party.issuer.claimsAt(seconds()));
const headerText = (): string => JSON.stringify(party.issuer.header);
const parts = (): [string, string, string] => token.split('.') as [string, string, string];

/** The same bytes with bits set that stand for none. */
const respell = (part: string): string => {
  const last = alphabet.indexOf(part.at(-1)!);
  const other = alphabet[last ^ 1]!;
  const text = part.slice(0, -1) + other;
  if (!Buffer.from(text, 'base64url').equals(Buffer.from(part, 'base64url'))) throw new Error('other bytes');
  return text;
};

it('a token of the house is valid, in the form that these attacks begin with as well', async () => {
  expect([await outcomeOf(token), await outcomeOf(signed())]).toEqual(['valid', 'valid']);
});

describe('an algorithm that the sender chooses', () => {
  it.each(['none', 'None', 'NONE', 'nOnE'])('%s, with and without the signature', async (alg) => {
    const [, payload, signature] = parts();
    const head = encode(JSON.stringify({ ...party.issuer.header, alg }));
    expect(await outcomeOf(`${head}.${payload}.`)).toBe('malformed');
    expect(await outcomeOf(`${head}.${payload}`)).toBe('malformed');
    expect(await outcomeOf(`${head}.${payload}.${signature}`)).toBe('foreign');
  });

  it.each(['HS256', 'HS384', 'HS512'])('%s with the public key as its secret', async (alg) => {
    const { publicKey, header } = party.issuer;
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
    const body = `${encode(JSON.stringify({ ...header, alg }))}.${encode(payloadText())}`;
    for (const secret of [publicKey, publicKey.toString('base64url'), JSON.stringify(jwk)]) {
      const mac = createHmac(alg.replace('HS', 'sha'), secret).update(body).digest('base64url');
      expect(await outcomeOf(`${body}.${mac}`)).toMatch(/^(malformed|foreign)$/);
    }
  });

  it.each([
    ['RS256', () => rsa.privateKey],
    ['ES256', () => ec.privateKey],
    ['Ed25519', () => party.issuer.privateKey],
    ['EDDSA', () => party.issuer.privateKey],
  ] as const)('%s', async (alg, key) => {
    const body = `${encode(JSON.stringify({ ...party.issuer.header, alg }))}.${encode(payloadText())}`;
    const algorithm = alg.startsWith('E') && alg !== 'ES256' ? null : 'sha256';
    const signature = sign(algorithm, Buffer.from(body), { key: key(), dsaEncoding: 'ieee-p1363' });
    expect(await outcomeOf(`${body}.${signature.toString('base64url')}`)).toMatch(/^(malformed|foreign)$/);
  });
});

describe('a key that the sender brings along', () => {
  const jwk = stranger.publicKey.export({ format: 'jwk' });

  it.each<readonly [string, Json]>([
    ['jwk', { jwk }],
    ['jku', { jku: 'https://attacker.example/jwks.json' }],
    ['x5u', { x5u: 'https://attacker.example/cert.pem' }],
    ['x5c', { x5c: ['MIIB'] }],
    ['crit', { crit: ['exp'] }],
    ['crit with b64', { crit: ['b64'], b64: false }],
    ['b64', { b64: false }],
    ['zip', { zip: 'DEF' }],
  ])('%s is not looked at, not even where the house has signed', async (_name, more) => {
    expect(await outcomeOf(signed({ header: more }))).toBe('foreign');
    const header = JSON.stringify({ ...party.issuer.header, ...more });
    expect(await outcomeOf(signParts(stranger.privateKey, header, payloadText()))).toBe('foreign');
  });

  it('a stranger’s signature under a key of the house is forged', async () => {
    expect(await outcomeOf(signParts(stranger.privateKey, headerText(), payloadText()))).toBe('forged');
  });

  it.each([
    '',
    '../../dev/null',
    "' or 1=1 --",
    'https://attacker.example/key',
    '__proto__',
    'constructor',
    0,
    null,
    ['a'],
    { x: 1 },
  ])('the kid %j is no key', async (kid) => {
    expect(await outcomeOf(signed({ header: { kid } }))).toBe('foreign');
    expect(await outcomeOf(signParts(stranger.privateKey, JSON.stringify({ ...party.issuer.header, kid }), '{}'))).toBe(
      'foreign',
    );
  });

  it('a header without kid is of no key', async () => {
    expect(await outcomeOf(signed({ header: { kid: undefined } }))).toBe('foreign');
  });
});

describe('another spelling', () => {
  it('of the signature, or of the payload', async () => {
    const [head, payload, signature] = parts();
    expect(await outcomeOf(`${head}.${payload}.${respell(signature)}`)).toBe('malformed');
    // Padded to a length that leaves bits over.
    const claims = party.issuer.claimsAt(seconds());
    const longer = ['r', 're', 'read'].map((scope) => encode(JSON.stringify({ ...claims, scope })));
    const withRest = longer.find((text) => text.length % 4 !== 0)!;
    const bytes = `${head}.${respell(withRest)}`;
    const bySigner = sign(null, Buffer.from(bytes), party.issuer.privateKey).toString('base64url');
    expect(await outcomeOf(`${bytes}.${bySigner}`)).toBe('malformed');
  });

  it.each<readonly [string, (all: [string, string, string]) => string]>([
    ['padding', ([head, payload, signature]) => `${head}.${payload}.${signature}==`],
    ['padding within', ([head, payload, signature]) => `${head}=.${payload}.${signature}`],
    ['plain base64', ([head, payload, signature]) => `${head}.${payload}.+/${signature.slice(2)}`],
    ['a blank before', ([head, payload, signature]) => ` ${head}.${payload}.${signature}`],
    ['a line after', ([head, payload, signature]) => `${head}.${payload}.${signature}\n`],
    ['a line within', ([head, payload, signature]) => `${head}.${payload}.\n${signature}`],
    ['four parts', ([head, payload, signature]) => `${head}.${payload}.${signature}.`],
    ['five parts, as JWE has them', ([head, payload, signature]) => `${head}..${payload}.${signature}.${payload}`],
    ['an empty part', ([head, , signature]) => `${head}..${signature}`],
    ['a signature that is too short', ([head, payload, signature]) => `${head}.${payload}.${signature.slice(0, 84)}`],
    ['a signature that is too long', ([head, payload, signature]) => `${head}.${payload}.${signature}AA`],
    ['JSON serialisation', ([head, payload, signature]) => JSON.stringify({ protected: head, payload, signature })],
    ['nothing', () => ''],
    ['dots', () => '..'],
  ])('%s', async (_name, spell) => {
    expect(await outcomeOf(spell(parts()))).toBe('malformed');
  });

  it.each([
    ['blanks in the header', () => [`{ "alg":"EdDSA","typ":"at+jwt","kid":"${party.issuer.keyId}"}`, payloadText()]],
    [
      'another order in the header',
      () => [`{"kid":"${party.issuer.keyId}","typ":"at+jwt","alg":"EdDSA"}`, payloadText()],
    ],
    ['a header twice', () => [headerText().replace('{', '{"alg":"none",'), payloadText()]],
    ['a claim twice', () => [headerText(), payloadText().replace('{', '{"scope":"read",')]],
    ['a claim twice, behind', () => [headerText(), payloadText().replace(/}$/, ',"scope":"payin payout read"}')]],
    ['a claim by its escapes', () => [headerText(), payloadText().replace('"scope"', '"sc\\u006fpe"')]],
    ['blanks in the payload', () => [headerText(), payloadText().replace('{', '{ ')]],
    ['a byte order mark', () => [headerText(), `\ufeff${payloadText()}`]],
    ['a number with an exponent', () => [headerText(), payloadText().replace(/"exp":(\d+)/, '"exp":$1e0')]],
    ['a claim that is none of ours', () => [headerText(), payloadText().replace('{', '{"admin":true,')]],
    ['a prototype', () => [headerText(), payloadText().replace('{', '{"__proto__":{"scope":"payin"},')]],
    ['no JSON', () => [headerText(), 'nonsense']],
    ['no object', () => [headerText(), '["payin"]']],
    ['null', () => [headerText(), 'null']],
  ])('%s, signed by the house itself', async (_name, texts) => {
    const [header = '', payload = ''] = texts();
    expect(await outcomeOf(signParts(party.issuer.privateKey, header, payload))).toBe('foreign');
  });
});

describe('a changed token', () => {
  it('is forged, whichever byte of its payload or signature was changed', async () => {
    const [head, payload, signature] = parts();
    const flip = (part: string, at: number): string => {
      const bytes = Buffer.from(part, 'base64url');
      bytes[at]! ^= 1;
      return bytes.toString('base64url');
    };
    for (let at = 0; at < 64; at += 7) {
      expect([at, await outcomeOf(`${head}.${payload}.${flip(signature, at)}`)]).toEqual([at, 'forged']);
      expect([at, await outcomeOf(`${head}.${flip(payload, at)}.${signature}`)]).toEqual([at, 'forged']);
    }
  });

  it('is forged with the signature of another token, with zeros, and with S beyond the order of the curve', async () => {
    const [head, payload, signature] = parts();
    const [, , other] = signed().split('.');
    expect(await outcomeOf(`${head}.${payload}.${other}`)).toBe('forged');
    expect(await outcomeOf(`${head}.${payload}.${Buffer.alloc(64).toString('base64url')}`)).toBe('forged');
    // S + L verifies as well for a verifier that does not look at its range (RFC 8032, 8.4).
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const bytes = Buffer.from(signature, 'base64url');
    const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + order;
    const malleable = Buffer.concat([
      bytes.subarray(0, 32),
      Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse(),
    ]);
    expect(await outcomeOf(`${head}.${payload}.${malleable.toString('base64url')}`)).toBe('forged');
  });

  it('is malformed when it is huge, whatever is in it', async () => {
    expect(await outcomeOf(signed({ claims: { scope: 'read '.repeat(1_000) } }))).toBe('malformed');
    expect(await outcomeOf('a'.repeat(10_000_000))).toBe('malformed');
    expect(await outcomeOf(`${'.'.repeat(100_000)}`)).toBe('malformed');
    expect(await outcomeOf(`${parts()[0]}.${encode('['.repeat(100_000))}.${parts()[2]}`)).toBe('malformed');
  });
});

describe('a token of the house for something else', () => {
  it.each<readonly [string, { readonly header?: Json; readonly claims?: Json }]>([
    ['no type', { header: { typ: undefined } }],
    ['the type of any JWT', { header: { typ: 'JWT' } }],
    ['the type of an identity', { header: { typ: 'id+jwt' } }],
    ['another case of the type', { header: { typ: 'AT+JWT' } }],
    ['another issuer', { claims: { iss: 'urn:turnpike:other' } }],
    ['no issuer', { claims: { iss: undefined } }],
    ['another audience', { claims: { aud: 'urn:turnpike:v1' } }],
    ['a list of audiences', { claims: { aud: ['urn:turnpike:h2h', 'urn:other'] } }],
    ['no audience', { claims: { aud: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a subject that is not the client', { claims: { sub: '01a1fdec-f8de-71fa-89eb-62df7b43551d' } }],
    ['no shop', { claims: { shop: undefined } }],
    ['no jti', { claims: { jti: undefined } }],
    ['no end', { claims: { exp: undefined } }],
    ['no beginning', { claims: { nbf: undefined } }],
    ['an end as text', { claims: { exp: '9999999999' } }],
    ['an end that is no whole number', { claims: { exp: 9_999_999_999.5 } }],
    ['an unknown scope', { claims: { scope: 'payin admin' } }],
    ['no scope', { claims: { scope: '' } }],
    ['scopes as a list', { claims: { scope: ['payin'] } }],
    ['a client that there is not', { claims: { sub: crypto.randomUUID() } }],
    ['a longer life than the house gives without having it on record', { claims: { exp: seconds() + 3_600 } }],
  ])('%s', async (_name, changes) => {
    expect(await outcomeOf(signed(changes))).toBe('foreign');
  });

  it('with the shop of another client', async () => {
    const other = await createParty(db);
    expect(await outcomeOf(signed({ claims: { shop: other.shopId } }))).toBe('foreign');
  });
});

describe('time', () => {
  const at = 1_900_000_000;
  const outcomeAt = async (nowMs: number, claims: Json = {}): Promise<string> => {
    const payload = JSON.stringify({ ...party.issuer.claimsAt(at), ...claims });
    const made = signParts(party.issuer.privateKey, headerText(), payload);
    return (await party.authenticatorAt(() => nowMs)(made)).outcome;
  };

  it('ends a token to the millisecond', async () => {
    expect(await outcomeAt((at + 600) * 1_000 - 1)).toBe('valid');
    expect(await outcomeAt((at + 600) * 1_000)).toBe('untimely');
    expect(await outcomeAt((at + 600) * 1_000 + 1)).toBe('untimely');
  });

  it('begins a token to the millisecond', async () => {
    expect(await outcomeAt(at * 1_000 - 1)).toBe('untimely');
    expect(await outcomeAt(at * 1_000)).toBe('valid');
  });

  it('takes no token that says to be made later, and would so live longer than the house gives', async () => {
    const madeAt = at + 365 * 86_400;
    expect(await outcomeAt(at * 1_000, { iat: madeAt, exp: madeAt + 600 })).toBe('untimely');
    // By so much clocks may differ.
    expect(await outcomeAt(at * 1_000, { iat: at + 60, exp: at + 660 })).toBe('valid');
    expect(await outcomeAt(at * 1_000, { iat: at + 61, exp: at + 661 })).toBe('untimely');
  });

  it('ends a token that was valid a moment ago, and was looked at then', async () => {
    let nowMs = (at + 600) * 1_000 - 1;
    const authenticate = party.authenticatorAt(() => nowMs);
    const made = signParts(party.issuer.privateKey, headerText(), JSON.stringify(party.issuer.claimsAt(at)));
    expect((await authenticate(made)).outcome).toBe('valid');
    nowMs += 1;
    expect((await authenticate(made)).outcome).toBe('untimely');
  });
});
