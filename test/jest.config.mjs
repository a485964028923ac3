/** Test files run in plain Node (docs/decisions, 74); a database per file comes from test/support/database.ts. */
export default {
  rootDir: '..',
  testMatch: ['<rootDir>/{server,sdk,mock,openapi,test}/**/*.test.ts'],
  runner: '<rootDir>/test/support/native/runner.mjs',
  transform: {},
  globalSetup: '<rootDir>/test/support/native/start.mjs',
  globalTeardown: '<rootDir>/test/support/native/stop.mjs',
  testSequencer: '<rootDir>/test/support/slow-first.mjs',
  // Bounds a hang: how quick something is belongs to the bench.
  testTimeout: 300_000,
  // On two cores, one more than there are: some tests wait for time to pass.
  maxWorkers: 3,
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.*/dist/', '<rootDir>/.cache/', '<rootDir>/.turnpike/'],
};
