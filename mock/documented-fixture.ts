import { readFile } from 'node:fs/promises';
import { documents } from './documents.ts';

type Fields = Record<string, unknown>;

const read = async ({ file }: (typeof documents)[number]): Promise<Fields> =>
  JSON.parse(await readFile(file, 'utf8')) as Fields;

const contracts = await Promise.all(documents.map(read));

/** The operation at a path, with a way to follow the references of its document. */
const operationAt = (path: string) => {
  const document = contracts.find((contract) => path in (contract['paths'] as Fields));
  const follow = (value: unknown, names: readonly string[]): Fields =>
    resolve(names.reduce<unknown>((parent, name) => resolve(parent)[name], value));
  const resolve = (value: unknown): Fields => {
    const fields = (value ?? {}) as Fields;
    const reference = fields['$ref'];
    return typeof reference === 'string' ? follow(document, reference.split('/').slice(1)) : fields;
  };
  const [operation] = Object.values(follow(document, ['paths', path])) as Fields[];
  const examplesIn = (holder: unknown): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.values(resolve(resolve(holder)['content'])).flatMap((media) =>
        Object.entries(resolve(resolve(media)['examples'])).map(([name, example]) => [name, resolve(example)['value']]),
      ),
    );
  return { operation: operation ?? {}, resolve, examplesIn };
};

/** The contracts read without Prism: what the mock is compared with. */
export const documentedAnswers = (path: string): readonly { status: number; name: string; value: unknown }[] => {
  const { operation, resolve, examplesIn } = operationAt(path);
  return Object.entries(resolve(operation['responses'])).flatMap(([status, response]) =>
    Object.entries(examplesIn(response)).map(([name, value]) => ({ status: Number(status), name, value })),
  );
};

export const documentedRequests = (path: string): Readonly<Record<string, unknown>> => {
  const { operation, examplesIn } = operationAt(path);
  return examplesIn(operation['requestBody']);
};

export const documentedAnswer = (path: string, status: number, name: string): unknown => {
  const found = documentedAnswers(path).find((answer) => answer.status === status && answer.name === name);
  if (!found) throw new Error(`The contract has no answer ${status} ${name} at ${path}.`);
  return found.value;
};
