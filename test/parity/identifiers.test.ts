import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Api } from '#platform/apis';
import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from '#test/support/database';
import { startTestServer } from '#test/support/server';
import { newIdentifier, openMerchant, type Answer, type Merchant } from './merchant.ts';

type Named = { readonly operationId: string; readonly identifier: string };
type Way = {
  readonly title: string;
  readonly api: Api;
  readonly ask: (merchant: Merchant, named: Named) => Promise<Answer>;
};

let db: TestDatabase;
let server: RunningServer;
let asking: Merchant;
/** Whose operations they are, as the merchant who asks sees them. */
let theirs: Readonly<Record<Api, Readonly<Record<'another shop’s' | 'the other API’s', Named>>>>;

const create = async (api: Api, merchant: Merchant): Promise<Named> => {
  const identifier = newIdentifier();
  const answer = await merchant.create(api, server.url, { type: 'payment', amount: '1000.58', identifier });
  const body = JSON.parse(answer.body) as { operation_id?: string; data?: { id: string } };
  return { identifier, operationId: body.operation_id ?? body.data!.id };
};

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer(db.url);
  const other = await openMerchant(db.database, 'RUB');
  asking = await openMerchant(db.database, 'RUB');
  theirs = {
    v1: { 'another shop’s': await create('v1', other), 'the other API’s': await create('h2h', asking) },
    h2h: { 'another shop’s': await create('h2h', other), 'the other API’s': await create('v1', asking) },
  };
});
afterAll(async () => {
  await server.stop();
  await db.drop();
});

const v1 =
  (path: string, body: (named: Named) => unknown): Way['ask'] =>
  (merchant, named) =>
    merchant.ask('v1', server.url, path, body(named));
const byId = ({ operationId }: Named) => ({ operation_id: operationId });
const byIdentifier = ({ identifier }: Named) => ({ merchant_operation_id: identifier });
const pdf = 'data:application/pdf;base64,JVBERi0xLjQK';

const confirm: Way['ask'] = async (merchant, { operationId }) => {
  const form = new FormData();
  form.set('operation_id', operationId);
  form.set('confirmation_type', 'receipt');
  form.set('receipt', await (await fetch(pdf)).blob(), 'receipt.pdf');
  return merchant.ask('v1', server.url, '/v1/confirm_payment', form);
};

const ways: readonly Way[] = [
  { title: 'its state by operation_id', api: 'v1', ask: v1('/v1/get_operation_state', byId) },
  { title: 'its state by merchant_operation_id', api: 'v1', ask: v1('/v1/get_operation_state', byIdentifier) },
  { title: 'its cancellation by operation_id', api: 'v1', ask: v1('/v1/cancel_operation', byId) },
  { title: 'its cancellation by merchant_operation_id', api: 'v1', ask: v1('/v1/cancel_operation', byIdentifier) },
  { title: 'a receipt for it', api: 'v1', ask: confirm },
  {
    title: 'a listing by merchant_operation_id',
    api: 'v1',
    ask: (merchant, { identifier }) =>
      merchant.ask('v1', server.url, `/v1/operations?merchant_operation_id=${identifier}`),
  },
  {
    title: 'it by the id of the platform',
    api: 'h2h',
    ask: (merchant, { operationId }) => merchant.ask('h2h', server.url, `/operation/operation/platform/${operationId}`),
  },
  {
    title: 'it by idTransactionMerchant',
    api: 'h2h',
    ask: (merchant, { identifier }) => merchant.ask('h2h', server.url, `/operation/operation/merhcant/${identifier}`),
  },
];

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const time = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g;
const changing = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy', 'etag']);

/** An answer without what is new in each: ids, times, and how much of the limit is left. */
const told = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers].filter(([name]) => !changing.has(name)),
  body: body.replaceAll(uuid, 'ID').replaceAll(time, 'TIME'),
});

const missing = (): Named => ({ operationId: randomUUID(), identifier: newIdentifier() });

describe.each(ways)('who asks by $api for $title', ({ api, ask }) => {
  it.each(['another shop’s', 'the other API’s'] as const)(
    'is answered about %s as about one that never was',
    async (whose) => {
      const their = theirs[api][whose];
      const [known, never] = [await ask(asking, their), await ask(asking, missing())];
      expect(told(known)).toEqual(told(never));
      const own = await create(api, asking);
      const answer = await ask(asking, own);
      const isNamed = (body: string, { operationId }: Named) => body.includes(operationId);
      expect([told(answer), isNamed(answer.body, own)]).not.toEqual([told(never), false]);
    },
  );
});

it('finds the operations of others as they were', async () => {
  const rows = await db.database('operations').whereIn(
    'operation_id',
    Object.values(theirs).flatMap((ofApi) => Object.values(ofApi).map(({ operationId }) => operationId)),
  );
  expect(rows.map(({ status }: { status: string }) => status)).toEqual(['pending', 'pending', 'pending', 'pending']);
});
