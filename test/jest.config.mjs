const swc = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022', experimental: { keepImportAttributes: true } },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

/** Every test file runs as native ES modules; a database per file comes from test/support/database.ts. */
export default {
  rootDir: '..',
  testMatch: ['<rootDir>/{server,sdk,mock,openapi,test}/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['@swc/jest', swc] },
  globalSetup: '<rootDir>/test/support/start-postgres.ts',
  globalTeardown: '<rootDir>/test/support/stop-postgres.ts',
  testTimeout: 60_000,
  maxWorkers: 2,
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.turnpike/'],
};
