import { expect, it } from '@jest/globals';
import { problems } from '#generated/connector/problems';
import { routes } from '#generated/connector/routes';
import { sandboxRows } from '#generated/shared/sandbox';
import { callTimeoutsMs } from '#providers';
import { readProjectFile } from './source-files.ts';

type Json = Readonly<Record<string, unknown>>;

const document = JSON.parse(readProjectFile('generated/connector/openapi.json')) as Json;

/** What a reference of the bundled document stands for. */
const resolve = (node: unknown): Json => {
  const { $ref } = (node ?? {}) as Json;
  if (typeof $ref !== 'string') return (node ?? {}) as Json;
  return resolve(
    $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((part, name) => (part as Json)[name], document),
  );
};

const operationsIn = (items: unknown): Json[] =>
  Object.values(items as Json).flatMap((item) => Object.values(item as Json) as Json[]);

const operations = operationsIn(document['paths']);

const operationOf = (operationId: string): Json =>
  operations.find((operation) => operation['operationId'] === operationId) ?? {};

const mediaOf = (message: unknown): Json[] => Object.values((resolve(message)['content'] ?? {}) as Json) as Json[];

const examplesIn = (message: unknown): Json => Object.assign({}, ...mediaOf(message).map(({ examples }) => examples));

const answersOf = (operation: Json): Json => (operation['responses'] ?? {}) as Json;

it('has an operation for each call of the port, under its name', () => {
  const calls = ['createPayment', ...Object.keys(callTimeoutsMs)];
  const operationIds = routes.map(({ operationId }): string => operationId);
  expect(calls.filter((call) => !operationIds.includes(call))).toEqual([]);
});

it.each(['payment', 'payout'] as const)(
  'shows the order of a %s and its answer for each row of the sandbox',
  (direction) => {
    const operation = operationOf(direction === 'payment' ? 'createPayment' : 'createPayout');
    const scenarios = sandboxRows.flatMap((row) => row[direction]?.scenario ?? []);
    expect(scenarios.length).toBeGreaterThan(5);
    const orders = Object.keys(examplesIn(operation['requestBody']));
    const answers = Object.keys(examplesIn(answersOf(operation)['200']));
    expect(scenarios.filter((scenario) => !orders.includes(scenario))).toEqual([]);
    expect(scenarios.filter((scenario) => !answers.includes(scenario))).toEqual([]);
  },
);

it('orders by the kopecks of the row that an example is named after', () => {
  const wrong = (['payment', 'payout'] as const).flatMap((direction) => {
    const operation = operationOf(direction === 'payment' ? 'createPayment' : 'createPayout');
    const orders = examplesIn(operation['requestBody']);
    return sandboxRows.flatMap((row) => {
      const scenario = row[direction]?.scenario ?? '';
      const order = resolve(orders[scenario])['value'] as { amount: string; payout?: { amount: string } } | undefined;
      const amount = order?.payout?.amount ?? order?.amount;
      return row.kopecks === '*' || amount === undefined || amount.endsWith(`.${row.kopecks}`) ? [] : [scenario];
    });
  });
  expect(wrong).toEqual([]);
});

it('shows each problem where it occurs, under its own status', () => {
  const shown = [...operations, ...operationsIn(document['webhooks'])].flatMap((operation) =>
    Object.entries(answersOf(operation)).flatMap(([status, answer]) =>
      mediaOf(answer)
        .flatMap(({ examples }) => Object.values(examples as Json))
        .map((example) => ({ status: Number(status), code: (resolve(example)['value'] as Json)['code'] }))
        .filter(({ status: answered }) => answered >= 400),
    ),
  );
  const elsewhere = Object.keys(document['x-problems'] as Json);
  const wrong = shown.filter(({ status, code }) => problems[code as keyof typeof problems]?.status !== status);
  expect(wrong).toEqual([]);
  expect([...new Set([...elsewhere, ...shown.map(({ code }) => code)])].sort()).toEqual(Object.keys(problems).sort());
});

/** Any proxy can say 404 or 422: what lets money go elsewhere is in a 200, and names the attempt. */
it('says in a 200 alone, and of a named attempt, that there is no order', () => {
  const answers = ['Payment', 'Payout'].flatMap((name) => {
    const schema = resolve({ $ref: `#/components/schemas/${name}` });
    return (schema['oneOf'] as Json[]).map(resolve);
  });
  expect(answers.length).toBeGreaterThan(5);
  expect(answers.filter(({ required }) => !(required as string[]).includes('attempt_id'))).toEqual([]);
  const creates = ['createPayment', 'createPayout'].map((operationId) =>
    Object.keys(answersOf(operationOf(operationId))),
  );
  expect(creates.flat().filter((status) => ['404', '422', '424'].includes(status))).toEqual([]);
});

it('gives every call its deadline', () => {
  const without = operations.filter(
    ({ parameters }) => !(parameters as Json[]).map(resolve).some(({ name }) => name === 'x-timeout-ms'),
  );
  expect(without.map(({ operationId }) => operationId)).toEqual([]);
});
