import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { headerOf } from './documents.ts';
import { literalOf } from './literal.ts';

const source = 'openapi/shared/sandbox.yaml';

const rowTypes = `
/** What the sandbox does with one operation. A fact that does not belong to the scenario is absent. */
export interface SandboxOutcome {
  /** Name of the scenario. */
  readonly scenario: string;
  readonly summary: string;
  /** What the create answers, and the problem code when it is a problem. */
  readonly httpStatus: number;
  readonly problemCode?: string;
  /** Name of the create operation's example. */
  readonly example: string;
  /** Name of the example that shows where the operation ends, and its status there. */
  readonly laterExample?: string;
  readonly laterStatus?: string;
  readonly cancelReason?: string;
  readonly manualCheckReason?: string;
  /** Milliseconds at SANDBOX_SPEED 1. */
  readonly delays?: SandboxDelays;
  /** Part of the amount that is paid, a decimal string; rounded down to the kopeck. All of it when absent. */
  readonly paidShare?: string;
  /** Number of transfers of a payout, and how many of them, from the last, fail. One and none when absent. */
  readonly legs?: number;
  readonly failingLegs?: number;
}

export interface SandboxDelays {
  /** After acceptance. */
  readonly paidAfterMs?: number;
  readonly declinedAfterMs?: number;
  /** After the upload of a receipt. */
  readonly reviewedAfterMs?: number;
  /** After the provider was asked. */
  readonly answerAfterMs?: number;
  readonly detailsAfterMs?: number;
  /** After the provider timed out. */
  readonly lookupAfterMs?: number;
  /** After completion. */
  readonly evidenceUnavailableMs?: number;
}

export interface SandboxRow {
  /** The amount's last two digits; \`*\` stands for all values without a row. */
  readonly kopecks: string;
  /** Null where the row says nothing about this direction: then the row \`*\` counts. */
  readonly payment: SandboxOutcome | null;
  readonly payout: SandboxOutcome | null;
}
`;

const tail = `
export type SandboxKopecks = (typeof sandboxTable)[number]['kopecks'];
export type SandboxPaymentScenario = NonNullable<(typeof sandboxTable)[number]['payment']>['scenario'];
export type SandboxPayoutScenario = NonNullable<(typeof sandboxTable)[number]['payout']>['scenario'];

/** The same rows in their plain type, for code that walks over all of them. */
export const sandboxRows: readonly SandboxRow[] = sandboxTable;
`;

export const writeSandboxTable = async (directory: string): Promise<void> => {
  const { rows } = parse(await readFile(source, 'utf8')) as { rows: unknown };
  const table = `export const sandboxTable = ${literalOf(rows)} as const satisfies readonly SandboxRow[];\n`;
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'sandbox.ts'), `${headerOf(source)}${rowTypes}\n${table}${tail}`);
  console.log('shared: sandbox.ts written');
};
