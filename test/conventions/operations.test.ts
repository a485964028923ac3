import { describe, expect, it } from '@jest/globals';
import { problems } from '#generated/v1/problems';
import { routes } from '#generated/v1/routes';
import { errorCodes } from '#platform/errors';
import { createV1Handlers } from '#server/entrances/v1/index';
import { saidAs } from '#server/entrances/v1/problem-codes';
import { projectFiles, readProjectFile } from './source-files.ts';

type Json = Readonly<Record<string, unknown>>;

const document = JSON.parse(readProjectFile('generated/v1/openapi.json')) as Json;

/** What a reference of the bundled document stands for. */
const resolve = (node: Json): Json => {
  const { $ref } = node;
  if (typeof $ref !== 'string') return node;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((part: Json, name) => part[name] as Json, document);
  return resolve(target);
};

/** Every problem that an operation shows, with the status of the response that shows it. */
const shownProblems = Object.values(document['paths'] as Json).flatMap((item) =>
  Object.entries(item as Json).flatMap(([method, operation]) =>
    Object.entries(((operation as Json)['responses'] ?? {}) as Json).flatMap(([status, response]) => {
      const content = (resolve(response as Json)['content'] ?? {}) as Readonly<Record<string, { examples?: Json }>>;
      return Object.values(content['application/problem+json']?.examples ?? {}).map((example) => {
        const { code } = resolve(example as Json)['value'] as { readonly code: string };
        return { method, code, status: Number(status) };
      });
    }),
  ),
);

const handlers = createV1Handlers({ features: {} as never, health: {} as never });
const operationIds = routes.map(({ operationId }): string => operationId).sort();

describe('the operations of the v1 document', () => {
  it('all have a handler, and nothing else has one', () => {
    expect(Object.keys(handlers).sort()).toEqual(operationIds);
  });

  it('are found under one name from the contract to the use case', () => {
    const features = projectFiles.filter((path) => /^server\/features\/.*(?<!\.test)\.ts$/.test(path));
    const sources = features.map(readProjectFile).join('\n');
    const built = routes.filter(({ operationId, tag }) => operationId in handlers && tag !== 'Probes');
    const nameless = built
      .map(({ operationId }) => operationId)
      .filter((name) => !sources.includes(`export const ${name} = `));
    expect(nameless).toEqual([]);
  });
});

describe('the problems', () => {
  it('that features refuse with are exactly those that the contract documents, or that it says as one of them', () => {
    expect([...errorCodes].sort()).toEqual([...Object.keys(problems), ...Object.keys(saidAs)].sort());
  });

  it('stand in the contract under the status that the server answers them with', () => {
    const wrong = shownProblems.filter(
      ({ code, status }) => problems[code as keyof typeof problems]?.status !== status,
    );
    expect(wrong).toEqual([]);
    const shown = new Set([...Object.keys(document['x-problems'] as Json), ...shownProblems.map(({ code }) => code)]);
    expect([...shown].sort()).toEqual(Object.keys(problems).sort());
  });
});

it('marks every generated module as written by the generator', () => {
  const modules = projectFiles.filter((path) => path.startsWith('generated/') && path.endsWith('.ts'));
  const header = /^\/\/ Written by make generate from openapi\/\S+; never edited by hand\.\n/;
  expect(modules.length).toBeGreaterThan(0);
  expect(modules.filter((path) => !header.test(readProjectFile(path)))).toEqual([]);
});
