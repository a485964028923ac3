import { readConfig } from '#platform/config';
import { OperatorError } from '#platform/errors';
import { createLog } from '#platform/logs';
import { startServer } from './start-server.ts';

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const server = await startServer(config, createLog(config.LOG_LEVEL));
  const stop = (): void => {
    process.once('SIGINT', () => process.exit(1));
    void server.stop().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
};

/** One process from its settings to its end. A mistake of the operator is one line, without a stack. */
export const serve = (): Promise<void> =>
  start().catch(async (error: unknown) => {
    if (!(error instanceof OperatorError)) throw error;
    // Only where it is needed: a server that starts has nothing of the command line in memory.
    const { describeFailure } = await import('./entrances/command-line/describe-failure.ts');
    process.stderr.write(`${describeFailure(error).message}\n`);
    process.exit(1);
  });
