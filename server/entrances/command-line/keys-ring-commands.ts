import type { Command } from 'commander';
import type { KeyRingStatus, KeyState } from '#features/privacy';
import { newKeyText } from '#platform/secrets';
import type { Uses } from './compose.ts';
import { formatTable, formatTime } from './format-table.ts';
import { createProgress } from './progress.ts';
import { paint, printJson } from './terminal.ts';

type Needs = Pick<Uses, 'terminal' | 'keyRing'>;

type Options = { readonly json?: boolean };

const generate = ({ terminal }: Needs, { json }: Options): void => {
  const key = newKeyText();
  if (json) return printJson(terminal, { key });
  terminal.tell('A new key, shown this once and kept nowhere. Put it into your secret store. For a first ring it is');
  terminal.tell('all of TURNPIKE_KEYS; to replace a key, give every process first TURNPIKE_KEYS=<present ones>,<this>');
  terminal.tell('and then TURNPIKE_KEYS=<this>,<present ones>, and then run `turnpike keys-ring rotate`.');
  terminal.print(key);
};

const stateOf = (use: KeyState, status: KeyRingStatus): string => {
  if (status.missing.includes(use.keyId)) return 'MISSING';
  if (status.wrong.includes(use.keyId)) return 'WRONG KEY';
  if (!use.isInRing) return 'not in the ring';
  if (use === status.keys[0]) return 'first';
  if (!status.removable.includes(use.keyId)) return 'in use';
  return use.bodyDigests === 0 ? 'unused' : 'may leave';
};

const removalOf = ({ keyId, bodyDigests, newestBodyDigestAt }: KeyState): string =>
  bodyDigests === 0
    ? `Nothing hangs on key ${keyId}: unless it is a new one, it may leave TURNPIKE_KEYS.`
    : `Key ${keyId} may leave TURNPIKE_KEYS once no create from before ${formatTime(newestBodyDigestAt)} is sent again: ` +
      'without the key that is answered with 412 identifier_reused.';

const printStatus = ({ terminal }: Needs, status: KeyRingStatus): void => {
  const rows = status.keys.map((use) => [
    use.keyId || '(none)',
    stateOf(use, status),
    ...[use.numbers, use.numberDigests, use.annotations].map(String),
    ...[use.webhookSecrets, use.receipts, use.cancelReasons, use.signingKeys, use.connectorSecrets].map(String),
    String(use.bodyDigests),
    formatTime(use.newestBodyDigestAt),
  ]);
  const sealed = [
    'NUMBERS',
    'NUMBER DIGESTS',
    'ANNOTATIONS',
    'WEBHOOK SECRETS',
    'RECEIPTS',
    'REASONS',
    'SIGNING KEYS',
    'CONNECTOR SECRETS',
  ];
  const header = ['KEY', 'STATE', ...sealed, 'BODY DIGESTS', 'NEWEST BODY'];
  terminal.print(formatTable(header, rows));
  for (const keyId of status.missing) {
    const warning = `KEY ${keyId} IS MISSING from TURNPIKE_KEYS: what hangs on it cannot be read or found. Put it back.`;
    terminal.tell(paint(terminal, 'red', warning));
  }
  for (const keyId of status.wrong) {
    const warning = `KEY ${keyId} IS ANOTHER KEY than the one that data was sealed with under this name. Put the right one back.`;
    terminal.tell(paint(terminal, 'red', warning));
  }
  for (const keyId of status.unreleased) {
    terminal.tell(
      `Key ${keyId} is not in the ring and nothing hangs on it: \`turnpike keys-ring rotate\` lets go of it.`,
    );
  }
  for (const use of status.keys) if (status.removable.includes(use.keyId)) terminal.tell(removalOf(use));
};

/** Whether servers would start with this ring. */
const isWhole = ({ missing, wrong, unreleased }: KeyRingStatus): boolean =>
  missing.length + wrong.length + unreleased.length === 0;

/** Answers whether the ring fits. */
const showStatus = async (needs: Needs, { json }: Options): Promise<boolean> => {
  const status = await needs.keyRing.status();
  if (json) printJson(needs.terminal, status);
  else printStatus(needs, status);
  return isWhole(status);
};

const rotate = async (needs: Needs, { json }: Options): Promise<boolean> => {
  const { terminal } = needs;
  const progress = createProgress(terminal, 'operations', json === true);
  const { status, firstKey, ...rewritten } = await needs.keyRing.rotate(progress);
  const { numbers, annotations, webhookSecrets, receipts, cancelReasons, signingKeys, connectorSecrets } = rewritten;
  if (json) terminal.print(JSON.stringify({ ...rewritten, status }));
  else {
    const some = `${numbers} more numbers, ${annotations} more annotations, ${webhookSecrets} more webhook secrets`;
    const counts = `${some}, ${receipts} more receipts, ${cancelReasons} more reasons, ${signingKeys} more signing keys and ${connectorSecrets} more secrets of connectors`;
    terminal.tell(`Under key ${firstKey} now: ${counts}.`);
    printStatus(needs, status);
  }
  return isWhole(status);
};

export const addKeysRingCommands = (ring: Command, needs: Needs, fail: () => void): void => {
  const orFail = async (isRight: Promise<boolean>): Promise<void> => {
    if (!(await isRight)) fail();
  };
  ring
    .command('generate')
    .description('print a new key for TURNPIKE_KEYS')
    .option('--json', 'answer in JSON')
    .action((options: Options) => generate(needs, options));
  ring
    .command('status')
    .description('count what hangs on which key, and say whether the ring fits')
    .option('--json', 'answer in JSON')
    .action((options: Options) => orFail(showStatus(needs, options)));
  ring
    .command('rotate')
    .description(
      'rewrite numbers, annotations, webhook secrets, reasons, signing keys, secrets of connectors and keys of receipts under the first key, beside running servers',
    )
    .option('--json', 'answer in lines of JSON, the last one with the status')
    .action((options: Options) => orFail(rotate(needs, options)));
};
