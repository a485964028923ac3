import { expect, it } from '@jest/globals';
import { featureOf } from './modules.ts';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';

const importsOfProviders = /import (?:type )?\{([^}]*)\} from '#providers(?:\/\w+)?'/g;

const namesIn = (path: string): string[] =>
  [...readProjectFile(path).matchAll(importsOfProviders)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.replace(/^\s*type /, '').trim()),
  );

it('lets features know no provider but through the gateway', () => {
  const features = projectFiles.filter((path) => featureOf(path) !== null && !isTest(path) && path.endsWith('.ts'));
  const knowing = features.filter((path) => !path.endsWith('-fixture.ts') && namesIn(path).includes('Provider'));
  expect(features.filter((path) => namesIn(path).includes('Routing')).length).toBeGreaterThan(3);
  expect(knowing).toEqual([]);
});

it('opens connections to providers in one place of the server, each through the gateway', () => {
  const opening = projectFiles.filter(
    (path) =>
      path.startsWith('server/') && !isTest(path) && /\bcreateRouting\(|\bcreateGateway\(/.test(readProjectFile(path)),
  );
  expect(opening.filter((path) => !path.endsWith('-fixture.ts'))).toEqual(['server/composition/providers.ts']);
});
