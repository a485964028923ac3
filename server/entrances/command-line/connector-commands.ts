import { InvalidArgumentError, Option, type Command } from 'commander';
import { messageOf } from '#platform/errors';
import { OperatorRefusal } from '#platform/refusals';
import {
  CasesError,
  readCases,
  receiveCallbacks,
  sandboxCases,
  testConnector,
  type CallbackReceiver,
  type Cases,
  type Finding,
} from '../../conformance/index.ts';
import type { Uses } from './compose.ts';
import { readBounded } from './read-bounded.ts';
import { paint, printJson, type Terminal } from './terminal.ts';

type Needs = Pick<Uses, 'terminal'>;

type Options = {
  readonly secret: string;
  readonly callbackPort?: number;
  readonly callbackHost: string;
  readonly callbackSecret?: string;
  readonly cases?: string;
  readonly patience: number;
  readonly json?: boolean;
};

const parseUrl = (text: string): string => {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Give the address of the connector, such as http://127.0.0.1:8090.');
};

const parsePort = (text: string): number => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('Give a port from 0 to 65535.');
};

const parseSeconds = (text: string): number => {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a number of seconds from 1 to 9999.');
};

const mostBytes = 64 * 1024;

const casesOf = async (file: string | undefined): Promise<Cases> => {
  if (file === undefined) return {};
  if (file === 'sandbox') return sandboxCases();
  try {
    return readCases(Buffer.from(await readBounded(file, mostBytes)).toString('utf8'));
  } catch (error) {
    if (error instanceof CasesError) throw new OperatorRefusal('cases_file_wrong', { file, problems: error.problems });
    throw error;
  }
};

const openReceiver = async ({ callbackPort: port, callbackHost: host, callbackSecret: secret }: Options) => {
  if (port === undefined || secret === undefined) return null;
  return receiveCallbacks({ host, port, secret }).catch((error: unknown) => {
    throw new OperatorRefusal('callback_port_unusable', { port, reason: messageOf(error) });
  });
};

const words = { pass: 'PASS', fail: 'FAIL', not_tried: 'not tried' } as const;
const colours = { pass: 'green', fail: 'red', not_tried: 'dim' } as const;

const printFinding = (terminal: Terminal, finding: Finding): void => {
  const { outcome, name, requirement, where } = finding;
  const word = paint(terminal, colours[outcome], words[outcome].padEnd(9));
  terminal.print(`${word}  ${requirement}.`);
  if (finding.outcome === 'not_tried') terminal.print(`           because ${finding.why} (${name})`);
  if (finding.outcome !== 'fail') return;
  terminal.print(`           ${finding.why}`);
  if (finding.sent !== undefined) terminal.print(`           sent      ${finding.sent}`);
  if (finding.came !== undefined) terminal.print(`           came      ${finding.came}`);
  terminal.print(`           contract  ${where} (${name})`);
};

const countOf = (findings: readonly Finding[], outcome: Finding['outcome']): number =>
  findings.filter((finding) => finding.outcome === outcome).length;

const tryAll = async (terminal: Terminal, url: string, options: Options, receiver: CallbackReceiver | null) => {
  const { secret, json } = options;
  if (receiver !== null)
    terminal.tell(`Callbacks are received at ${receiver.url}; the connector must send them there.`);
  const trial = { url, secret, cases: await casesOf(options.cases), receiver, patienceMs: options.patience * 1_000 };
  const findings = await testConnector(trial, (finding) => {
    if (!json) printFinding(terminal, finding);
  });
  const [passed, failed] = [countOf(findings, 'pass'), countOf(findings, 'fail')];
  const notTried = countOf(findings, 'not_tried');
  if (json) printJson(terminal, { ok: failed === 0, passed, failed, notTried, findings });
  else terminal.print(`\n${passed} hold, ${failed} do not, ${notTried} were not tried.`);
  return failed === 0;
};

/** Answers whether nothing was found. */
const test = async ({ terminal }: Needs, url: string, options: Options): Promise<boolean> => {
  const receiver = await openReceiver(options);
  try {
    return await tryAll(terminal, url, options, receiver);
  } finally {
    await receiver?.close();
  }
};

export const addConnectorCommands = (command: Command, needs: Needs, fail: () => void): void => {
  command
    .command('test')
    .description('try a connector by its contract, and say line by line what holds and what does not')
    .argument('<url>', 'where it is served, without /connector/v1', parseUrl)
    .addOption(
      new Option('--secret <secret>', 'the bearer secret that it knows the gateway by')
        .env('CONNECTOR_SECRET')
        .makeOptionMandatory(),
    )
    .option('--callback-port <port>', 'where to receive its callbacks', parsePort)
    .option('--callback-host <address>', 'the address to receive them on', '127.0.0.1')
    .addOption(
      new Option('--callback-secret <secret>', 'the whsec_… that it signs them with').env('CONNECTOR_CALLBACK_SECRET'),
    )
    .option('--cases <file>', 'a JSON file that says which amounts bring it into which case, or: sandbox')
    .option('--patience <seconds>', 'how long what must come by itself is waited for', parseSeconds, 60)
    .option('--json', 'answer in JSON')
    .action(async (url: string, options: Options) => {
      if (!(await test(needs, url, options))) fail();
    });
};
