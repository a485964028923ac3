import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

type Step = { readonly name: string; readonly run: () => Counts };

const isQuick = process.argv.includes('--quick');
const isSoak = process.argv.includes('--soak');
const chosenFiles = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const resultsDirectory = 'test/results';

const bin = (name: string): string => `node_modules/.bin/${name}`;

const noResult: Counts = { passed: 0, failed: 1, skipped: 0 };

/** A check that either holds or not counts as one test. */
const command = (name: string, file: string, parameters: readonly string[]): Step => ({
  name,
  run: () => {
    const { status } = spawnSync(file, parameters, { stdio: 'inherit' });
    return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : noResult;
  },
});

type JestResults = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly numTotalTests: number;
};

/** Counts what jest reports of itself; a file that could not run, or no test at all, is a failure. */
const jest = (name: string, parameters: readonly string[]): Step => ({
  name,
  run: () => {
    const file = `${resultsDirectory}/${name}.json`;
    rmSync(file, { force: true });
    spawnSync(
      process.execPath,
      [
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        'node_modules/jest/bin/jest.js',
        '--config=test/jest.config.mjs',
        '--json',
        `--outputFile=${file}`,
        ...parameters,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const results = JSON.parse(readFileSync(file, 'utf8')) as JestResults;
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    return {
      passed: results.numPassedTests,
      failed: results.numTotalTests === 0 ? failed + 1 : failed,
      skipped: results.numPendingTests + results.numTodoTests,
    };
  },
});

/** Seeded schedules of load and faults, which count themselves. */
const schedules: Step = {
  name: 'schedules',
  run: () => {
    const file = `${resultsDirectory}/schedules.json`;
    rmSync(file, { force: true });
    spawnSync(process.execPath, ['--import', 'tsx', 'test/faults/schedules/soak.ts', file], { stdio: 'inherit' });
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as Pick<Counts, 'passed' | 'failed'>), skipped: 0 };
  },
};

/** The other fault tests, with each race run often; a single seed is a schedule's. */
const soakSteps = (): readonly Step[] => {
  if (process.env['SEED']) return [schedules];
  process.env['RACE_REPEATS'] ||= '200';
  return [schedules, jest('soak', ['test/faults', '--testPathIgnorePatterns=-half\\.test\\.ts$'])];
};

const quickSteps: readonly Step[] = [
  // The examples of the SDK are checked against the package as it is published.
  command('sdk build', 'npm', ['run', '--silent', 'build', '-w', 'sdk']),
  command('types', bin('tsc'), ['--noEmit', '--project', '.']),
  command('lint', bin('eslint'), ['.']),
  command('contracts', process.execPath, ['--import', 'tsx', 'openapi/generate.ts', '--lint']),
];

const steps = (): readonly Step[] => {
  if (chosenFiles.length > 0) return [jest('chosen', chosenFiles)];
  if (isSoak) return soakSteps();
  if (isQuick) return [...quickSteps, jest('conventions', ['test/conventions'])];
  return [...quickSteps, command('sdk package', 'npm', ['run', '--silent', 'check', '-w', 'sdk']), jest('all', [])];
};

const runStep = (step: Step): Counts => {
  process.stdout.write(`\n── ${step.name}\n`);
  try {
    const counts = step.run();
    process.stdout.write(`── ${step.name}: ${counts.failed === 0 ? 'ok' : 'FAILED'}\n`);
    return counts;
  } catch (error) {
    process.stderr.write(`── ${step.name} could not run: ${String(error)}\n`);
    return noResult;
  }
};

mkdirSync(resultsDirectory, { recursive: true });
const total = steps()
  .map(runStep)
  .reduce(
    (sum, counts) => ({
      passed: sum.passed + counts.passed,
      failed: sum.failed + counts.failed,
      skipped: sum.skipped + counts.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
