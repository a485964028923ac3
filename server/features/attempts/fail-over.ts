import type { Decimal } from '#platform/money';
import { canCarry, type Route } from '#providers';

type Done<Result> = { readonly result: Result };

/** What one provider has to carry, whichever it is: a payment, or a leg of a payout. */
export type Carried<Attempt, Ended, Result> = {
  readonly amount: Decimal;
  /** Asks by an attempt that is on record. Answers what came of it all, or how this attempt alone ended. */
  readonly ask: (attempt: Attempt) => Promise<Done<Result> | { readonly ended: Ended }>;
  /** The routes there are, best first. */
  readonly routes: () => Promise<readonly Route[]>;
  /** The providers that have had an attempt at it. */
  readonly asked: () => Promise<ReadonlySet<string>>;
  /**
   * Puts on record how the attempt ended and, in the same step, that the next one begins over this route; null: no provider
   * is left. Answers the next attempt, or a result where it is left to others, or others have decided.
   */
  readonly goOn: (ended: Ended, next: Route | null) => Promise<Done<Result> | { readonly attempt: Attempt }>;
};

/**
 * Asks one provider after the other, each once, in the order of the routes, until something came of it. Whether a
 * provider that gave no clear answer ends the search is decided by `ask`: it does for a leg, whose money may be on its way,
 * and not for a payment, whose order is voided.
 */
export const failOver = async <Attempt, Ended, Result>(
  { amount, ask, routes, asked, goOn }: Carried<Attempt, Ended, Result>,
  first: Attempt,
): Promise<Result> => {
  let attempt = first;
  for (;;) {
    const answer = await ask(attempt);
    if ('result' in answer) return answer.result;
    const before = await asked();
    const next = (await routes()).find((route) => !before.has(route.provider.providerId) && canCarry(route, amount));
    const step = await goOn(answer.ended, next ?? null);
    if ('result' in step) return step.result;
    attempt = step.attempt;
  }
};
