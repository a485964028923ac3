import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import { createEmptyTestResult } from '@jest/test-result';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { formatResultsErrors } from 'jest-message-util';

register('./resolve.mjs', import.meta.url);

addEventHandler(({ name, test }) => {
  if (name !== 'test_done') return;
  for (const { error } of jestExpect.extractExpectedAssertionsErrors()) test.errors.push(error);
});

/** What no code catches fails the test that is running; without one, the file. */
const noteUncaught = (error) => {
  const { currentlyRunningTest, unhandledErrors } = getState();
  (currentlyRunningTest?.errors ?? unhandledErrors).push(error);
};
process.on('uncaughtException', noteUncaught);
process.on('unhandledRejection', noteUncaught);

const statusOf = ({ status, errors }) => {
  if (status === 'skip') return 'pending';
  if (status === 'todo') return 'todo';
  return errors.length > 0 ? 'failed' : 'passed';
};

const toAssertion = (result) => {
  const [, ...titles] = result.testPath;
  const title = titles.pop();
  return {
    ancestorTitles: titles,
    title,
    fullName: [...titles, title].join(' '),
    duration: result.duration,
    failureDetails: [],
    failureMessages: [...result.errors],
    invocations: result.invocations,
    location: null,
    numPassingAsserts: 0,
    retryReasons: [],
    status: statusOf(result),
  };
};

/** Runs one test file and says how it went, in jest's words. */
export const runFile = async (path, { config, testTimeout, testNamePattern }) => {
  const start = Date.now();
  // From after the file before.
  const { unhandledErrors: late } = getState();
  resetState();
  const state = getState();
  state.unhandledErrors.push(...late);
  state.testTimeout = testTimeout ?? state.testTimeout;
  state.testNamePattern = testNamePattern ? new RegExp(testNamePattern, 'i') : null;
  await import(pathToFileURL(path).href);
  const { testResults, unhandledErrors } = await run();
  const assertions = testResults.map(toAssertion);
  const count = (status) => assertions.filter((assertion) => assertion.status === status).length;
  const end = Date.now();
  const result = createEmptyTestResult();
  const failures = [formatResultsErrors(assertions, config, {}, path), ...unhandledErrors].filter(Boolean);
  getState().unhandledErrors.length = 0;
  return {
    ...result,
    failureMessage: failures.join('\n\n') || null,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    perfStats: { ...result.perfStats, start, end, runtime: end - start, slow: end - start > 5_000 },
    testExecError: unhandledErrors.length > 0 ? { message: '', stack: unhandledErrors.join('\n') } : undefined,
    testFilePath: path,
    testResults: assertions,
  };
};
