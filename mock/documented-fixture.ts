import { readFile } from 'node:fs/promises';

type Fields = Record<string, unknown>;

const document = JSON.parse(await readFile(new URL('../generated/v1/openapi.json', import.meta.url), 'utf8')) as Fields;

const follow = (value: unknown, names: readonly string[]): Fields =>
  resolve(names.reduce<unknown>((parent, name) => resolve(parent)[name], value));

const resolve = (value: unknown): Fields => {
  const fields = (value ?? {}) as Fields;
  const reference = fields['$ref'];
  return typeof reference === 'string' ? follow(document, reference.split('/').slice(1)) : fields;
};

const operationAt = (path: string): Fields => {
  const [operation] = Object.values(follow(document, ['paths', path]));
  return operation as Fields;
};

const examplesIn = (holder: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.values(resolve(resolve(holder)['content'])).flatMap((media) =>
      Object.entries(resolve(resolve(media)['examples'])).map(([name, example]) => [name, resolve(example)['value']]),
    ),
  );

/** The contract read without Prism: what the mock is compared with. */
export const documentedAnswers = (path: string): readonly { status: number; name: string; value: unknown }[] =>
  Object.entries(resolve(operationAt(path)['responses'])).flatMap(([status, response]) =>
    Object.entries(examplesIn(response)).map(([name, value]) => ({ status: Number(status), name, value })),
  );

export const documentedRequests = (path: string): Readonly<Record<string, unknown>> =>
  examplesIn(operationAt(path)['requestBody']);

export const documentedAnswer = (path: string, status: number, name: string): unknown => {
  const found = documentedAnswers(path).find((answer) => answer.status === status && answer.name === name);
  if (!found) throw new Error(`The contract has no answer ${status} ${name} at ${path}.`);
  return found.value;
};
