import { messageOf } from '#platform/errors';
import { aboutChecks } from './checks/about.ts';
import { accessChecks } from './checks/access.ts';
import { badInputChecks } from './checks/bad-input.ts';
import { callbackChecks } from './checks/callbacks.ts';
import { endChecks } from './checks/ends.ts';
import { lastChecks } from './checks/last.ts';
import { orderChecks } from './checks/orders.ts';
import { receiptChecks } from './checks/receipts.ts';
import { voidChecks } from './checks/voids.ts';
import { describeShown, type Shown } from './describe.ts';
import { NotTried, Unmet } from './outcomes.ts';
import { createTrial, type Check, type Trial, type TrialOptions } from './trial.ts';

export { CasesError, readCases, sandboxCases, type Cases } from './cases.ts';
export { receiveCallbacks, type CallbackReceiver } from './receive-callbacks.ts';

/** Everything that is asked of a connector, in the order in which it is told. */
export const checks: readonly Check[] = [
  ...aboutChecks,
  ...accessChecks,
  ...badInputChecks,
  ...orderChecks,
  ...voidChecks,
  ...endChecks,
  ...receiptChecks,
  ...callbackChecks,
  ...lastChecks,
];

export type Finding = Pick<Check, 'name' | 'requirement' | 'where'> &
  (
    | { readonly outcome: 'pass' }
    | { readonly outcome: 'not_tried'; readonly why: string }
    | ({ readonly outcome: 'fail'; readonly why: string } & Partial<Shown>)
  );

const tryOne = async (trial: Trial, { name, requirement, where, run }: Check): Promise<Finding> => {
  const about = { name, requirement, where };
  try {
    await run(trial);
    return { ...about, outcome: 'pass' };
  } catch (error) {
    if (error instanceof NotTried) return { ...about, outcome: 'not_tried', why: error.message };
    const shown = error instanceof Unmet && error.shownBy !== null ? describeShown(error.shownBy) : {};
    return { ...about, outcome: 'fail', why: messageOf(error), ...shown };
  }
};

/**
 * Tries a connector by its contract, and tells of each requirement whether it holds. Most of it goes on at the same time, because
 * callbacks and their repetitions take their time; `tell` is called in the order of the list.
 */
export const testConnector = async (
  options: TrialOptions,
  tell: (finding: Finding) => void = () => undefined,
): Promise<readonly Finding[]> => {
  const trial = createTrial(options);
  const first = checks.filter(({ isLast }) => !isLast).map((check) => tryOne(trial, check));
  const findings: Finding[] = [];
  for (const one of first) {
    const finding = await one;
    findings.push(finding);
    tell(finding);
  }
  for (const check of checks.filter(({ isLast }) => isLast)) {
    const finding = await tryOne(trial, check);
    findings.push(finding);
    tell(finding);
  }
  return findings;
};
