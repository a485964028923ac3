export { runCommandLine, type ExitCode } from './run-command-line.ts';
export { createTerminal, type Terminal } from './terminal.ts';
