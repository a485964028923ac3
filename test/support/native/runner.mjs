import { Worker } from 'jest-worker';

const nodeOptions = ['--import', import.meta.resolve('tsx')];

/**
 * Runs test files in plain Node: a worker keeps what it has imported and compiled, where jest's own runner begins every file
 * with an empty context. Everything else (choice of files, hooks, timeouts, reports) is jest's.
 */
export default class NativeRunner {
  isSerial = false;
  supportsEventEmitters = false;

  constructor(globalConfig) {
    this.globalConfig = globalConfig;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const { maxWorkers, testTimeout, testNamePattern } = this.globalConfig;
    const workers = new Worker(new URL('./run-file.mjs', import.meta.url), {
      exposedMethods: ['runFile'],
      forkOptions: { execArgv: nodeOptions, stdio: 'inherit' },
      maxRetries: 0,
      numWorkers: Math.min(maxWorkers, tests.length),
    });
    let next = 0;
    const runInTurn = async () => {
      while (next < tests.length && !watcher.isInterrupted()) {
        const test = tests[next++];
        await onStart(test);
        const { config } = test.context;
        try {
          await onResult(test, await workers.runFile(test.path, { config, testTimeout, testNamePattern }));
        } catch (error) {
          await onFailure(test, error);
        }
      }
    };
    await Promise.all(Array.from({ length: maxWorkers }, runInTurn));
    await workers.end();
  }
}
