import { Command, CommanderError } from 'commander';
import { programVersion } from '#platform/program-version';
import { commandGroups } from './command-groups.ts';
import type { Uses } from './compose.ts';
import type { CommandLineNeeds } from './resources.ts';
import { Interrupted, type Terminal } from './terminal.ts';

/** 0: done. 1: refused, failed, or `check` found something. 2: the command line itself was wrong. 130: ended by Ctrl-C. */
export type ExitCode = 0 | 1 | 2 | 130;

const createProgram = (terminal: Terminal): Command => {
  const program = new Command('turnpike').description('Operate a Turnpike gateway.').version(programVersion());
  return program.exitOverride().configureOutput({
    writeOut: (text) => terminal.print(text.trimEnd()),
    writeErr: (text) => terminal.tell(text.trimEnd()),
  });
};

type Called = { readonly needs: CommandLineNeeds; readonly fail: () => void };

/** Composes what commands use where one is called; all others are only named, for the help. */
const addCommands = async (
  program: Command,
  words: readonly string[],
  { needs, fail }: Called,
): Promise<Uses | null> => {
  // `help keys` shows the help of the group, which has to be there for it.
  const [called] = words.filter((word) => word !== 'help');
  let uses: Uses | null = null;
  for (const group of commandGroups) {
    // Subcommands copy the program's settings when they are added.
    const command = program.command(group.words).description(group.description);
    if (command.name() !== called) continue;
    const { compose } = await import('./compose.ts');
    const addCommands = await group.load();
    uses = compose(needs);
    addCommands(command, uses, fail);
  }
  return uses;
};

export const runCommandLine = async (words: readonly string[], needs: CommandLineNeeds): Promise<ExitCode> => {
  let uses: Uses | null = null;
  let exitCode: ExitCode = 0;
  const fail = (): void => {
    exitCode = 1;
  };
  try {
    const program = createProgram(needs.terminal);
    uses = await addCommands(program, words, { needs, fail });
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof Interrupted) return 130;
    const { describeFailure } = await import('./describe-failure.ts');
    const failure = describeFailure(error);
    // The answer of one that reads JSON; on one line, because an answer may be lines of it.
    if (words.includes('--json')) needs.terminal.print(JSON.stringify({ error: failure }));
    needs.terminal.tell(`turnpike: ${failure.message}`);
    return 1;
  } finally {
    await uses?.close();
  }
};
