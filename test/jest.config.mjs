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
  // Receipts are inspected by the built program, which starts in a quarter of the time.
  moduleNameMapper: { '^#programs/inspector$': '<rootDir>/.cache/test-build/inspector.js' },
  globalSetup: '<rootDir>/test/support/start-postgres.ts',
  globalTeardown: '<rootDir>/test/support/stop-postgres.ts',
  testSequencer: '<rootDir>/test/support/slow-first.mjs',
  // Bounds a hang: how quick something is belongs to the bench.
  testTimeout: 300_000,
  // On two cores, one more than there are: some tests wait for time to pass.
  maxWorkers: 3,
  // Node never frees the ES modules of a context that is gone, some 12 MB for each file that imports the server. A worker
  // of this size is replaced by a new one.
  workerIdleMemoryLimit: '768MB',
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.*/dist/', '<rootDir>/.cache/', '<rootDir>/.turnpike/'],
};
