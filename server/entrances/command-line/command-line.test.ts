import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKeyText } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { runCommandLine } from './index.ts';

const directory = mkdtempSync(join(tmpdir(), 'turnpike-cli-'));
const keys = newKeyText();
let db: TestDatabase;

type Spoken = { readonly code: number; readonly out: string; readonly err: string };

const run = async (line: string, { answer }: { readonly answer?: string } = {}): Promise<Spoken> => {
  const out: string[] = [];
  const err: string[] = [];
  const ask = answer === undefined ? null : () => Promise.resolve(answer);
  const code = await runCommandLine(line.split(' '), {
    environment: { DATABASE_URL: db.serverUrl, TURNPIKE_KEYS: keys, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
    directory,
    terminal: { print: (text) => out.push(text), tell: (text) => err.push(text), hasColour: false, ask },
    actor: 'cli:tester',
    migrate: () => Promise.resolve(['0001_first']),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
};

/** The answer in JSON, to be matched. */
const json = async <Answer = Readonly<Record<string, string>>>(line: string): Promise<Answer> =>
  JSON.parse((await run(`${line} --json`)).out) as Answer;

beforeAll(async () => {
  db = await createTestDatabase();
  await run('seed --yes --base-url http://127.0.0.1:8080 --webhook-inbox-url http://127.0.0.1:8080/inbox');
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await db.drop();
});

describe('the command line', () => {
  it('answers a wrong word with exit code 2 and changes nothing', async () => {
    expect(await run('keys isue')).toMatchObject({ code: 2, out: '' });
    expect(await run('keys issue')).toMatchObject({ code: 2, err: expect.stringContaining('--shop') });
  });

  it('helps with exit code 0', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Usage: turnpike') });
  });

  it('names the shops when there is no such shop', async () => {
    const { code, err } = await run('keys list --shop C');
    expect({ code, err }).toEqual({ code: 1, err: 'turnpike: There is no shop C. Shops: A, B.' });
  });

  it('reports the steps of a migration', async () => {
    expect(await json('migrate')).toEqual({ steps: ['0001_first'] });
  });
});

describe('what moves money or makes secrets', () => {
  it('is not done without an answer, and not after a no', async () => {
    expect(await run('keys issue --shop A')).toMatchObject({
      code: 1,
      err: expect.stringContaining('add --yes'),
    });
    const refused = await run('balances deposit A 10.00', { answer: 'n' });
    expect(refused).toMatchObject({ code: 1, err: 'turnpike: Nothing was changed.' });
    expect(await db.database('ledger_transactions')).toHaveLength(2);
  });

  it('is done after a yes', async () => {
    const { code, out } = await run('keys issue --shop A', { answer: 'Y' });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^tp_test_[0-9A-Za-z]{49}$/) });
  });
});

describe('turnpike keys', () => {
  it('issues, lists and revokes', async () => {
    const { keyId, apiKey } = await json('keys issue --shop B --yes');
    const listed = await run('keys list --shop B');
    expect(listed.out).toContain(keyId);
    expect(listed.out).not.toContain(apiKey);
    expect(await run(`keys revoke ${keyId} --yes`)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Revoked'),
    });
    expect(await json('keys list --shop B')).toContainEqual(
      expect.objectContaining({ keyId, revokedAt: expect.any(String) }),
    );
    expect(await db.database('audit_log').where({ subject: keyId }).orderBy('entry_id')).toMatchObject([
      { actor: 'cli:tester', action: 'api_key.issued' },
      { actor: 'cli:tester', action: 'api_key.revoked' },
    ]);
  });

  it('says what an id looks like', async () => {
    expect(await run('keys revoke tp_test_abcd --yes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not the id'),
    });
  });
});

describe('turnpike balances', () => {
  it('deposits once per reference, withdraws, and lists', async () => {
    expect((await json('balances deposit B 0.5 --reference w1 --yes')).isRepeated).toBe(false);
    expect((await json('balances deposit B 0.5 --reference w1 --yes')).isRepeated).toBe(true);
    await run('balances withdraw B 1000000 --yes');
    expect(await json('balances list --shop B')).toEqual([
      { shop: 'B', currency: 'USDT', available: '0.500000', reserved: '0.000000' },
    ]);
  });

  it.each([
    ['withdraw B 1000000', 'turnpike: The shop does not have that much available.'],
    ['deposit A 1e3', 'turnpike: 1e3 is not an amount such as 1000.00.'],
    ['deposit A 0.001', 'turnpike: RUB amounts have at most 2 decimals.'],
    ['deposit A 0', 'turnpike: The amount must be above zero.'],
  ])('refuses to %s', async (words, err) => {
    expect(await run(`balances ${words} --yes`)).toEqual({ code: 1, out: '', err });
  });
});

describe('turnpike apply', () => {
  const file = join(directory, 'acme.yaml');

  it('shows the plan, makes it after a yes, and then has nothing to do', async () => {
    writeFileSync(
      file,
      'merchants: [Acme]\nshops: [{ name: S, merchant: Acme, mode: live, settlementCurrency: USDT }]',
    );
    const dry = await run(`apply ${file} --dry-run`);
    expect(dry.out.split('\n')).toEqual([
      '+ merchant Acme',
      '+ shop S  merchant Acme, mode live, settlementCurrency USDT',
    ]);
    const { out, err } = await run(`apply ${file}`, { answer: 'y' });
    expect(out).toMatch(/^Webhook secret of S, shown this once: whsec_/);
    expect(err).toContain('Made 2 changes.');
    expect(await run(`apply ${file}`)).toEqual({ code: 0, out: '', err: 'Nothing to change.' });
  });

  it('names file and line of a mistake', async () => {
    writeFileSync(file, 'merchants: [Acme]\nshop: []');
    expect(await run(`apply ${file}`)).toEqual({
      code: 1,
      out: '',
      err: 'turnpike: acme.yaml:2: shop: is not a setting',
    });
  });
});

describe('turnpike webhooks', () => {
  it('lists endpoints and rotates the secret of a shop, on record', async () => {
    expect(await json('webhooks endpoints --shop A')).toMatchObject([{ isDefault: true }]);
    expect(await json('webhooks rotate --shop A --yes')).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(
      await db.database('audit_log').where({ action: 'webhook_secret.rotated', subject: 'A' }),
    ).toHaveLength(1);
  });

  it('refuses to rotate for an endpoint that the shop does not have', async () => {
    const line = 'webhooks rotate --shop A --endpoint 01a1fdec-f8de-71fa-89eb-62df7b43551d --yes';
    expect(await run(line)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no webhook endpoint'),
    });
  });

  it('lists deliveries and sends an event again', async () => {
    const [endpoint] = await json<{ endpointId: string }[]>('webhooks endpoints --shop A');
    const [shopId] = await db.database('shops').where({ name: 'A' }).pluck<string[]>('shop_id');
    const event = {
      shop_id: shopId,
      event_id: '01a1fdec-f8de-71fa-89eb-62df7b43551e',
      operation_id: endpoint?.endpointId,
    };
    const snapshot = { api: 'v1', sequence: 1, type: 'operation.completed', data: '{}' };
    await db.database('events').insert({ ...event, ...snapshot, dispatched_at: new Date() });
    await db.database('webhook_deliveries').insert({
      shop_id: shopId,
      event_id: event.event_id,
      endpoint_id: endpoint?.endpointId,
      status: 'dead',
      attempts: 10,
      last_error: 'timeout',
      finished_at: new Date(),
    });
    expect((await run('webhooks list --shop A --status dead')).out).toContain('timeout');
    expect(await json(`webhooks replay --shop A --event ${event.event_id} --yes`)).toEqual({
      events: 1,
      deliveries: 1,
    });
    expect(await json('webhooks list --shop A')).toMatchObject([{ status: 'pending', attempts: 0 }]);
  });

  it.each(['', ' --event 01a1fdec-f8de-71fa-89eb-62df7b43551e --from 2026-01-01'])(
    'asks what to replay%s',
    async (words) => {
      expect(await run(`webhooks replay --shop A${words}`)).toMatchObject({
        code: 1,
        err: expect.stringContaining('Say what'),
      });
    },
  );
});

describe('turnpike check', () => {
  it('exits with 0 or 1 and names what is broken', async () => {
    await db.database('events').del();
    expect(await run('check')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^postings_balance +ok$/m),
    });
    await db.database('ledger_accounts').where({ currency: 'RUB' }).increment('balance', 1);
    expect(await run('check')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^balances_equal_postings +1 violation /m),
    });
    const { ok, invariants } = await json<{ ok: boolean; invariants: unknown[] }>('check');
    expect(ok).toBe(false);
    expect(invariants).toContainEqual(
      expect.objectContaining({ name: 'balances_equal_postings', violations: 1 }),
    );
  });
});
