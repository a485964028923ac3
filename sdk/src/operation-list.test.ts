import { expect, it } from '@jest/globals';
import { answered, problem } from '../test/contract.ts';
import { json, reset } from '../test/scripted-server.ts';
import { openScripted } from '../test/scripted-turnpike.ts';
import { InvalidRequestError, type Operation, type OperationPage } from './index.ts';

const { server, turnpike } = await openScripted();

const [first, last] = [answered('listOperations', 'first_page'), answered('listOperations', 'last_page')];

const asked = (): (readonly [string, string])[][] =>
  server.requests.map(({ path }) => [...new URL(path, server.url).searchParams]);

it('a list that is awaited is one page, and its cursor leads to the next', async () => {
  server.script(json(200, first), json(200, last));
  const page: OperationPage = await turnpike.operations.list({ limit: 2 });
  expect(page).toEqual(first);
  expect(await turnpike.operations.list({ limit: 2, cursor: page.next_cursor ?? '' })).toEqual(last);
  expect(asked()).toEqual([
    [['limit', '2']],
    [
      ['limit', '2'],
      ['cursor', first.next_cursor],
    ],
  ]);
});

it('for await goes through the operations of all pages, with the filters on each', async () => {
  server.script(json(200, first), json(200, last));
  const seen: Operation[] = [];
  const filters = {
    created_from: new Date('2026-02-01T00:00:00Z'),
    created_before: '2026-03-01T00:00:00+03:00',
    status: ['completed', 'cancelled'],
    type: 'payment',
  } as const;
  for await (const operation of turnpike.operations.list({ ...filters, status: [...filters.status] }))
    seen.push(operation);
  expect(seen).toEqual([...first.items, ...last.items]);
  const [one, two] = asked().map((pairs) => pairs.map((pair) => pair.join('=')).sort());
  expect(one).toEqual([
    'created_before=2026-03-01T00:00:00+03:00',
    'created_from=2026-02-01T00:00:00.000Z',
    'status=cancelled',
    'status=completed',
    'type=payment',
  ]);
  expect(two).toEqual([...one!, `cursor=${first.next_cursor}`].sort());
});

it('a loop that is left early asks for no further page', async () => {
  server.script(json(200, first));
  for await (const page of turnpike.operations.list({ status: 'pending' }).pages()) {
    expect(page).toEqual(first);
    break;
  }
  expect(asked()).toEqual([[['status', 'pending']]]);
});

it('nothing is asked for before the list is read, and reading it again asks again', async () => {
  server.script(json(200, last));
  const list = turnpike.operations.list();
  expect(server.requests).toHaveLength(0);
  expect(await list).toEqual(await list);
  expect(server.requests).toHaveLength(2);
});

it('a page that fails is asked for again like any read, and a refusal ends the loop', async () => {
  server.script(reset, json(200, first), json(400, problem('invalid_request')));
  const seen: Operation[] = [];
  const reading = async (): Promise<void> => {
    for await (const operation of turnpike.operations.list()) seen.push(operation);
  };
  await expect(reading()).rejects.toBeInstanceOf(InvalidRequestError);
  expect(seen).toEqual(first.items);
});

it('the methods come as a list', async () => {
  const { methods } = answered('listMethods', 'cards_and_phones');
  server.script(json(200, { methods }));
  expect(await turnpike.methods.list()).toEqual(methods);
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/methods']);
});
