import { describe, expect, it } from '@jest/globals';
import document from '#generated/v1/openapi.json' with { type: 'json' };
import { problems } from '#generated/v1/problems';
import { routes } from '#generated/v1/routes';
import { errorCodes } from '#platform/errors';
import { createV1Handlers } from '#server/entrances/v1/index';
import { notYetBuilt } from '#server/entrances/v1/not-yet-built';
import { projectFiles, readProjectFile } from './source-files.ts';

/** What was missing when this list was last shortened. Nothing may be added to it. */
const missingAtMost = ['createPayout', 'createPaymentLink', 'confirmPayment', 'cancelOperation'];

/** Use cases that serve operations of other names: reading is one thing, whichever way an API asks for it. */
const sharedUseCases: Readonly<Record<string, string>> = { getOperationState: 'readOperation' };

const handlers = createV1Handlers({ features: {} as never, health: {} as never });
const operationIds = routes.map(({ operationId }): string => operationId).sort();

describe('the operations of the v1 document', () => {
  it('that are not yet built only get fewer', () => {
    expect(missingAtMost).toEqual(expect.arrayContaining([...notYetBuilt]));
    expect(new Set(notYetBuilt).size).toBe(notYetBuilt.length);
  });

  it('have either a handler or an entry in that list, never both', () => {
    expect([...Object.keys(handlers), ...notYetBuilt].sort()).toEqual(operationIds);
  });

  it('are found under one name from the contract to the use case', () => {
    const features = projectFiles.filter((path) => /^server\/features\/.*(?<!\.test)\.ts$/.test(path));
    const sources = features.map(readProjectFile).join('\n');
    const built = routes.filter(({ operationId, tag }) => operationId in handlers && tag !== 'Probes');
    const nameless = built
      .map(({ operationId }) => sharedUseCases[operationId] ?? operationId)
      .filter((name) => !sources.includes(`export const ${name} = `));
    expect(nameless).toEqual([]);
  });
});

describe('the problems', () => {
  it('that features refuse with are exactly those that the contract documents', () => {
    expect([...errorCodes].sort()).toEqual(Object.keys(problems).sort());
  });

  it('are shown in the contract under the status that the server answers with', () => {
    const shown = Object.entries(document.components.examples).flatMap(([name, example]) => {
      const { code, status } = example.value as { code?: keyof typeof problems; status?: unknown };
      return code !== undefined && typeof status === 'number' ? [{ name, code, status }] : [];
    });
    expect(shown.length).toBeGreaterThan(0);
    for (const { name, code, status } of shown) {
      expect({ name, status }).toEqual({ name, status: problems[code].status });
    }
  });
});

it('marks every generated module as written by the generator', () => {
  const modules = projectFiles.filter((path) => path.startsWith('generated/') && path.endsWith('.ts'));
  const header = /^\/\/ Written by make generate from openapi\/\S+; never edited by hand\.\n/;
  expect(modules.length).toBeGreaterThan(0);
  expect(modules.filter((path) => !header.test(readProjectFile(path)))).toEqual([]);
});
