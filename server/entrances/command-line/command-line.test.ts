import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '#platform/ids';
import { newKeyText } from '#platform/secrets';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { tester } from '#test/support/operators';
import { runCommandLine } from './index.ts';
import { Interrupted } from './terminal.ts';

const directory = mkdtempSync(join(tmpdir(), 'turnpike-cli-'));
const keys = newKeyText();
let db: TestDatabase;

type Spoken = { readonly code: number; readonly out: string; readonly err: string };

type Circumstances = { readonly answer?: string; readonly interrupt?: boolean; readonly databaseUrl?: string };

const run = async (
  line: string,
  { answer, interrupt, databaseUrl = db.serverUrl }: Circumstances = {},
): Promise<Spoken> => {
  const out: string[] = [];
  const err: string[] = [];
  const given = answer === undefined ? null : () => Promise.resolve(answer);
  const ask = interrupt === true ? () => Promise.reject(new Interrupted()) : given;
  const code = await runCommandLine(line.split(' '), {
    environment: { DATABASE_URL: databaseUrl, TURNPIKE_KEYS: keys, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
    directory,
    terminal: { print: (text) => out.push(text), tell: (text) => err.push(text), hasColour: false, ask },
    actor: tester,
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

  it('says its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+/), err: '' });
  });

  it('helps with a group and with a command of it', async () => {
    expect((await run('help keys')).out).toContain('Usage: turnpike keys ');
    expect((await run('keys --help')).out).toContain('issue an API key');
    expect((await run('keys issue --help')).out).toContain('--shop <name>');
  });

  it('ends quietly, with the exit code of a signal, when a question is answered with Ctrl-C', async () => {
    expect(await run('keys issue --shop A', { interrupt: true })).toEqual({ code: 130, out: '', err: '' });
  });

  it.each(['nonsense', 'mysql://anna:pass-word@db/x', 'postgres//anna:pass-word@db'])(
    'explains in one line that DATABASE_URL cannot be %s, and repeats no password',
    async (url) => {
      const { code, out, err } = await run('keys list', { databaseUrl: url });
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^turnpike: DATABASE_URL is not an address such as postgres:.+$/);
      expect(err).not.toContain('pass-word');
    },
  );

  it('names the shops when there is no such shop', async () => {
    const { code, err } = await run('keys list --shop C');
    expect({ code, err }).toEqual({ code: 1, err: 'turnpike: There is no shop C. Shops: A, B.' });
  });

  it('answers a refusal in JSON by its code, and by what the sentence names', async () => {
    const message = 'There is no shop C. Shops: A, B.';
    const error = { code: 'shop_not_found', message, details: { name: 'C', shops: ['A', 'B'] } };
    const refused = { code: 1, out: JSON.stringify({ error }), err: `turnpike: ${message}` };
    expect(await run('keys list --shop C --json')).toEqual(refused);
    const { out } = await run('keys list --json', { databaseUrl: 'nonsense' });
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'database_url_malformed' } });
    expect(JSON.parse((await run('balances withdraw B 1000001 --yes --json')).out)).toMatchObject({
      error: { code: 'insufficient_balance' },
    });
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
      err: 'turnpike: acme.yaml:2: shop: is not a setting; did you mean shops?',
    });
  });
});

describe('turnpike webhooks', () => {
  it('lists endpoints and rotates the secret of a shop, on record', async () => {
    expect(await json('webhooks endpoints --shop A')).toMatchObject([{ isDefault: true }]);
    expect(await json('webhooks rotate --shop A --yes')).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
    });
    expect(await db.database('audit_log').where({ action: 'webhook_secret.rotated', subject: 'A' })).toHaveLength(1);
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
    await db.database('webhook_deliveries').update({ last_http_status: 502 });
    const { out } = await run('webhooks list --shop A --status dead');
    expect(out.split('\n')[0]).toMatch(/ATTEMPTS +HTTP +LAST ERROR/);
    expect(out).toMatch(/10 +502 +timeout/);
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

describe('turnpike shops', () => {
  it('lists them, and shows one with what is set up for it', async () => {
    expect(await json('shops list')).toContainEqual(
      expect.objectContaining({ name: 'A', settlementCurrency: 'RUB', mode: 'test' }),
    );
    const { out } = await run('shops show A');
    for (const part of ['Balances', 'Routes', 'Tariffs', 'Webhook endpoints', 'WT_RUB_C2C', 'sandbox-1', 'RUB'])
      expect(out).toContain(part);
    expect(await json('shops show A')).toMatchObject({
      name: 'A',
      keys: { active: expect.any(Number) },
      clients: { active: 1, revoked: 0 },
      routes: expect.any(Array),
      balances: [{ currency: 'RUB' }],
    });
    expect((await run('shops show A --json')).out).not.toMatch(/whsec_|tpc?_test_/);
  });
});

describe('turnpike apply --export', () => {
  it('prints a file that changes nothing here', async () => {
    const { out, code } = await run('apply --export');
    expect(code).toBe(0);
    writeFileSync(join(directory, 'exported.yaml'), out);
    expect(await run(`apply ${join(directory, 'exported.yaml')} --prune`)).toEqual({
      code: 0,
      out: '',
      err: 'Nothing to change.',
    });
  });

  it('wants either a file or --export', async () => {
    const refused = { code: 1, err: expect.stringContaining('Name the file to apply') };
    expect(await run('apply')).toMatchObject(refused);
    expect(await run('apply x.yaml --export')).toMatchObject(refused);
  });
});

describe('turnpike audit list', () => {
  type Page = {
    readonly entries: readonly { readonly entryId: string; readonly action: string; readonly at: string }[];
    readonly next: string | null;
  };

  it('goes through all entries of shops and of the house page by page, newest first', async () => {
    const entryId = newId();
    // As the version before writes what belongs to no shop.
    await db
      .database('audit_log')
      .insert({ entry_id: entryId, actor: 'feed:cbr', action: 'rate.created', subject: 'x' });
    const ofShops = await db.database('audit_log').pluck<string[]>('entry_id');
    const ofHouse = await db.database('house_audit_log').pluck<string[]>('entry_id');
    const ids = [...ofShops, ...ofHouse].sort().reverse();
    expect(ofShops.length).toBeGreaterThan(1);
    expect(ofHouse.length).toBeGreaterThan(1);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Page = await json<Page>(`audit list --limit 5${after === null ? '' : ` --after ${after}`}`);
      seen.push(...page.entries.map(({ entryId }) => entryId));
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual(ids);
    expect(seen).toContain(entryId);
  });

  it('filters by actor, subject, shop and a half-open interval', async () => {
    const actionsOf = async (words: string) =>
      (await json<Page>(`audit list --limit 999 ${words}`)).entries.map(({ action }) => action);
    expect(await actionsOf('--actor cli:nobody')).toEqual([]);
    expect(await actionsOf('--actor cli:tester --subject A')).toContain('shop.created');
    expect(await actionsOf('--subject A --shop B')).toEqual([]);
    expect(await actionsOf('--shop A')).not.toContain('merchant.created');
    const [newest] = (await json<Page>('audit list --limit 1')).entries;
    expect(await actionsOf(`--from ${newest!.at}`)).toContain(newest!.action);
    expect((await json<Page>(`audit list --to ${newest!.at}`)).entries.map(({ entryId }) => entryId)).not.toContain(
      newest!.entryId,
    );
  });

  it('shows who did what to whom', async () => {
    const { out } = await run('audit list --subject A --limit 999');
    expect(out).toMatch(/TIME +ACTOR +ACTION +SUBJECT +SHOP +BEFORE +AFTER/);
    expect(out).toMatch(/cli:tester +shop.created +A /);
  });
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
    expect(invariants).toContainEqual(expect.objectContaining({ name: 'balances_equal_postings', violations: 1 }));
  });
});
