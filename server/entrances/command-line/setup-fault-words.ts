import type { OneOf, RateFaults, SetupFaults, SetupProblem } from '#platform/refusals';

/** A sentence, or the middle of one, for every code of a table: one without words does not compile. */
export type WordsFor<Table> = { readonly [Code in keyof Table]: (details: Table[Code]) => string };

export const speak =
  <Table>(words: WordsFor<Table>) =>
  <Code extends keyof Table>({ code, details }: { readonly code: Code; readonly details: Table[Code] }): string =>
    words[code](details);

const rateFaultWords: WordsFor<RateFaults> = {
  same_currency: () => 'a rate leads from one currency to another',
  rate_too_fine: ({ from, to, decimals }) => `${from} to ${to} is quoted with ${decimals} decimals`,
};

export const describeRateFault: (fault: OneOf<RateFaults>) => string = speak(rateFaultWords);

const setupFaultWords: WordsFor<SetupFaults> = {
  ...rateFaultWords,
  malformed: ({ message }) => message,
  unknown_setting: ({ suggestion }) =>
    suggestion === null ? 'is not a setting' : `is not a setting; did you mean ${suggestion}?`,
  named_twice: ({ kind, subject }) => `${kind} ${subject} is named twice`,
  fixed_field: ({ field, before, after }) => `${field} cannot change from ${before} to ${after}`,
  no_method: ({ direction, method }) => `there is no ${direction} method ${method}`,
  no_merchant: ({ merchant }) => `there is no merchant ${merchant}`,
  no_provider: ({ provider }) => `there is no provider ${provider}`,
  no_rate_by: ({ source }) => `there is no rate by ${source}`,
  empty_range: () => 'minAmount is above maxAmount',
  sandbox_for_live_shop: ({ provider, shop }) => `${provider} is a sandbox and ${shop} is live`,
  tariff_overlaps: ({ from, to, isPresent }) =>
    `overlaps the ${isPresent ? 'existing ' : ''}tariff for ${from} to ${to}`,
  figure_too_fine: ({ currency, decimals }) => `${currency} amounts have ${decimals} decimals`,
};

const describeFault: (fault: OneOf<SetupFaults>) => string = speak(setupFaultWords);

/** One line for each place of the file. */
export const describeSetupProblems = (file: string, problems: readonly SetupProblem[]): string =>
  problems
    .map((problem) => {
      const place = problem.place === '' ? '' : `${problem.place}: `;
      return `${file}:${problem.line}: ${place}${describeFault(problem)}`;
    })
    .join('\n');
