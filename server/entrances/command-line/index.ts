export { runCommandLine, type ExitCode } from './run-command-line.ts';
export { systemOperator } from './system-operator.ts';
export { createTerminal, type Terminal } from './terminal.ts';
