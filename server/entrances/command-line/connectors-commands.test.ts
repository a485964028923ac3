import { writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCallbackSecrets, readConnector } from '#features/connectors';
import { createKeyRing } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { testKeys } from '#test/support/settings';
import { createTestShop } from '#test/support/shop';
import { createSpeaker, type Spoken } from './spoken-fixture.ts';

let db: TestDatabase;
let speak: ReturnType<typeof createSpeaker>;
beforeAll(async () => {
  db = await createTestDatabase();
  await createTestShop(db.database);
  speak = createSpeaker(db.url);
});
afterAll(() => db.drop());

type Json = Readonly<Record<string, string>>;

const run = (line: string): Promise<Spoken> => speak(line.split(' '), testKeys);
const json = async (line: string): Promise<Json> => JSON.parse((await run(`${line} --yes --json`)).out) as Json;
const needs = () => ({ database: db.database, keyRing: createKeyRing(testKeys) });
const secretOf = async (providerId: string) => (await readConnector(needs(), providerId)).secret;
const url = 'https://bank.example:8443';

describe('turnpike connectors', () => {
  it('adds a provider with a secret for each direction, shown once and sealed', async () => {
    const { code, out, err } = await run(`connectors add bank --url ${url} --concurrency 20 --rate 50 --yes`);
    expect(code).toBe(0);
    expect(err).toContain('/connector/v1/callbacks/bank');
    const [, secret = ''] = /^secret of our calls +([\w-]{43})$/m.exec(out) ?? [];
    const [, callbackSecret = ''] = /^secret of its callbacks +(whsec_\S{44})$/m.exec(out) ?? [];
    expect(await secretOf('bank')).toBe(secret);
    expect(await readCallbackSecrets(needs(), 'bank')).toEqual([callbackSecret]);
    const rows = JSON.stringify(await db.database('connector_secrets').select());
    expect(rows).not.toContain(Buffer.from(secret).toString('hex'));
    expect(await db.database('connectors').first()).toMatchObject({ url, concurrency: 20, calls_per_second: 50 });
    expect(await db.database('providers').where({ provider_id: 'bank' })).toMatchObject([
      { kind: 'http', is_active: true },
    ]);
    const { out: listed } = await run('connectors list');
    expect(listed).toMatch(/^bank +https:\/\/bank\.example:8443 +silent so far +call callback/m);
    expect(listed).not.toContain(secret);
  });

  it('goes on with the secret before for a day, so that a connector has time to take both', async () => {
    const { secret: first } = await json(`connectors add slow --url ${url}`);
    const { secret: second } = await json('connectors rotate-secret slow --of calls');
    expect(await secretOf('slow')).toBe(first);
    await db
      .database('connector_secrets')
      .where('expires_at', '>', db.database.fn.now())
      .update({ expires_at: '2020-01-01' });
    expect(await secretOf('slow')).toBe(second);
    const { secret: third } = await json('connectors rotate-secret slow --of calls --now');
    expect(await secretOf('slow')).toBe(third);
  });

  it('takes callbacks by both secrets for a day', async () => {
    const { callbackSecret: first } = await json(`connectors add teller --url ${url}`);
    const { secret: second } = await json('connectors rotate-secret teller --of callbacks');
    expect(await readCallbackSecrets(needs(), 'teller')).toEqual([first, second]);
    const { secret: third } = await json('connectors rotate-secret teller --of callbacks');
    expect(await readCallbackSecrets(needs(), 'teller')).toEqual([second, third]);
  });

  it('changes what is named, and proves itself by a certificate', async () => {
    await json(`connectors add tls --url ${url} --rate 5`);
    const directory = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
    const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    for (const file of [cert, key]) writeFileSync(file, `PEM of ${file}`);
    await json(`connectors set tls --url https://other.example --authority ${cert} --certificate ${cert} --key ${key}`);
    expect(await readConnector(needs(), 'tls')).toMatchObject({
      url: 'https://other.example',
      authority: `PEM of ${cert}`,
      certificate: { cert: `PEM of ${cert}`, key: `PEM of ${key}` },
    });
    expect(await db.database('connectors').where({ provider_id: 'tls' }).first()).toMatchObject({
      calls_per_second: 5,
    });
    const entries = await db.database('house_audit_log').where({ subject: 'tls' }).orderBy('entry_id');
    expect(entries.map(({ action }) => action)).toEqual([
      'provider.created',
      'connector.created',
      'connector.changed',
      'connector_secret.rotated',
    ]);
    expect(JSON.stringify(entries)).not.toContain('PEM of');
  });

  it('forgets a connector that is to be asked about nothing', async () => {
    await json(`connectors add short --url ${url}`);
    expect((await run('connectors remove short --yes')).code).toBe(0);
    expect(await db.database('connector_secrets').where({ provider_id: 'short' })).toEqual([]);
    expect(await db.database('providers').where({ provider_id: 'short' })).toMatchObject([{ is_active: false }]);
    expect((await json(`connectors add short --url ${url}`))['secret']).toBeDefined();
  });

  it.each([
    [`connectors add bank --url ${url}`, 'connector_exists'],
    [`connectors add sandbox-1 --url ${url}`, 'provider_in_process'],
    [`connectors add Bank --url ${url}`, 'provider_id_malformed'],
    [`connectors add path --url ${url}/api`, 'connector_url_wrong'],
    ['connectors add user --url https://user:word@bank.example', 'connector_url_wrong'],
    ['connectors add file --url file:///etc/passwd', 'connector_url_wrong'],
    [`connectors add half --url ${url} --key /dev/null`, 'connector_certificate_wrong'],
    [`connectors add none --url ${url} --rate 0`, 'connector_limit_wrong'],
    ['connectors set nowhere --rate 5', 'connector_not_found'],
    ['connectors rotate-secret nowhere --of calls', 'connector_not_found'],
    ['connectors remove nowhere', 'connector_not_found'],
  ])('refuses %s', async (line, code) => {
    expect(JSON.parse((await run(`${line} --yes --json`)).out)).toMatchObject({ error: { code } });
  });
});
