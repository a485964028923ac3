import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

type Outcome = Counts & {
  /** What it said and has not shown yet. */
  readonly output?: string;
};

type Step = { readonly name: string; readonly run: () => Outcome | Promise<Outcome> };

/** Steps that follow each other; what needs no more than one processor goes in two lanes side by side. */
type Lane = readonly Step[];

const isQuick = process.argv.includes('--quick');
const isSoak = process.argv.includes('--soak');
const chosenFiles = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const resultsDirectory = 'test/results';

const bin = (name: string): string => `node_modules/.bin/${name}`;

const noResult: Counts = { passed: 0, failed: 1, skipped: 0 };
const oneHolds: Counts = { passed: 1, failed: 0, skipped: 0 };

/** A check that either holds or not counts as one test. */
const command = (name: string, file: string, parameters: readonly string[]): Step => ({
  name,
  run: async () => {
    const child = spawn(file, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said: Buffer[] = [];
    child.stdout.on('data', (bytes: Buffer) => said.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => said.push(bytes));
    const [status] = (await once(child, 'close')) as [number | null];
    return { ...(status === 0 ? oneHolds : noResult), output: Buffer.concat(said).toString() };
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

// The examples of the SDK are checked against the package as it is published.
const sdkBuild = command('sdk build', 'npm', ['run', '--silent', 'build', '-w', 'sdk']);
// The compiler that the generators use is an older one, with a bin of the same name.
const types = command('types', process.execPath, ['node_modules/typescript-7/bin/tsc', '--noEmit', '--project', '.']);
const format = command('format', bin('biome'), ['format', '.']);
const lint = command('lint', bin('oxlint'), []);
const contracts = command('contracts', process.execPath, ['--import', 'tsx', 'openapi/generate.ts', '--lint']);
const sdkPackage = command('sdk package', 'npm', ['run', '--silent', 'check', '-w', 'sdk']);

/** One after the other. */
const stepsInOrder = (): readonly (readonly Lane[])[] => {
  if (chosenFiles.length > 0) return [[[jest('chosen', chosenFiles)]]];
  if (isSoak) return [[soakSteps()]];
  if (isQuick)
    return [
      [[sdkBuild]],
      [
        [types, contracts],
        [format, lint],
      ],
      [[jest('conventions', ['test/conventions'])]],
    ];
  // The package is built once more, which those who read it must not meet.
  return [
    [[sdkBuild]],
    [
      [types, contracts],
      [format, lint],
    ],
    [[sdkPackage]],
    [[jest('all', [])]],
  ];
};

const runStep = async (step: Step, isAlone: boolean): Promise<Counts> => {
  const heading = `\n── ${step.name}\n`;
  if (isAlone) process.stdout.write(heading);
  try {
    const { output = '', ...counts } = await step.run();
    const end = `── ${step.name}: ${counts.failed === 0 ? 'ok' : 'FAILED'}\n`;
    process.stdout.write(`${isAlone ? '' : heading}${output}${end}`);
    return counts;
  } catch (error) {
    process.stderr.write(`── ${step.name} could not run: ${String(error)}\n`);
    return noResult;
  }
};

const runLane = async (lane: Lane, isAlone: boolean): Promise<readonly Counts[]> => {
  const counts: Counts[] = [];
  for (const step of lane) counts.push(await runStep(step, isAlone));
  return counts;
};

mkdirSync(resultsDirectory, { recursive: true });
const all: Counts[] = [];
for (const lanes of stepsInOrder()) {
  all.push(...(await Promise.all(lanes.map((lane) => runLane(lane, lanes.length === 1)))).flat());
}
const sumOf = (count: keyof Counts): number => all.reduce((sum, counts) => sum + counts[count], 0);
const [passed, failed, skipped] = [sumOf('passed'), sumOf('failed'), sumOf('skipped')];
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
process.exitCode = failed === 0 ? 0 : 1;
