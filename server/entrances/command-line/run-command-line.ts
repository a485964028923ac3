import { Command, CommanderError } from 'commander';
import { isDatabaseUnavailable } from '#platform/database';
import { messageOf, OperatorError, RequestError } from '#platform/errors';
import { addApplyCommand } from './apply-command.ts';
import { addBalancesCommands } from './balances-commands.ts';
import { addCheckCommand } from './check-command.ts';
import { addDatabaseCommands } from './database-commands.ts';
import { addKeysCommands } from './keys-commands.ts';
import { addKeysRingCommands } from './keys-ring-commands.ts';
import { addOperationsCommands } from './operations-commands.ts';
import { addPayoutsCommands } from './payouts-commands.ts';
import { addRatesCommands } from './rates-commands.ts';
import { addReviewsCommands } from './reviews-commands.ts';
import { openSession, type Session, type SessionNeeds } from './session.ts';
import { addIncidentCommands } from './incident-commands.ts';
import { addSuspenseCommands } from './suspense-commands.ts';
import { addWebhooksCommands } from './webhooks-commands.ts';

/** 0: done. 1: refused, failed, or `check` found something. 2: the command line itself was wrong. */
export type ExitCode = 0 | 1 | 2;

const createProgram = (session: Session, fail: () => void): Command => {
  const { terminal } = session;
  const program = new Command('turnpike').description('Operate a Turnpike gateway.');
  program.exitOverride().configureOutput({
    writeOut: (text) => terminal.print(text.trimEnd()),
    writeErr: (text) => terminal.tell(text.trimEnd()),
  });
  // Subcommands copy these settings when they are added, so they come last.
  addDatabaseCommands(program, session);
  addApplyCommand(program, session);
  addKeysCommands(program, session);
  addKeysRingCommands(program, session, fail);
  addOperationsCommands(program, session);
  addBalancesCommands(program, session);
  addRatesCommands(program, session);
  addPayoutsCommands(program, session);
  addReviewsCommands(program, session);
  addSuspenseCommands(program, session);
  addIncidentCommands(program, session);
  addWebhooksCommands(program, session);
  addCheckCommand(program, session, fail);
  return program;
};

const refusalOf = ({ code, details }: RequestError): string => {
  if (code === 'insufficient_balance') return 'The shop does not have that much available.';
  return details.message ?? code;
};

/** The one line that says what went wrong. */
const lineOf = (error: unknown): string => {
  if (error instanceof RequestError) return refusalOf(error);
  if (error instanceof OperatorError) return error.message;
  if (isDatabaseUnavailable(error)) return `The database cannot be reached: ${messageOf(error)}`;
  const state = (error as { code?: unknown } | null)?.code;
  if (state === '42P01') return 'The database has no Turnpike schema yet: run `turnpike migrate`.';
  if (state === '42501') return `The role in DATABASE_URL may not do that: ${messageOf(error)}`;
  if (state === '28P01' || state === '3D000') return `The database refuses us: ${messageOf(error)}`;
  return `Unexpected: ${messageOf(error)}`;
};

export const runCommandLine = async (words: readonly string[], needs: SessionNeeds): Promise<ExitCode> => {
  const session = openSession(needs);
  let exitCode: ExitCode = 0;
  const fail = (): void => {
    exitCode = 1;
  };
  try {
    await createProgram(session, fail).parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    needs.terminal.tell(`turnpike: ${lineOf(error)}`);
    return 1;
  } finally {
    await session.close();
  }
};
