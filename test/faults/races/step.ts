import type { Payment } from './payment-model.ts';
import type { StepName } from './step-names.ts';

/** What a step changes at once. Between two moments of one step, others may come. */
export type Moment = (payment: Payment, position: number) => Payment;

export type Step = {
  readonly explanation: string;
  readonly moments: readonly Moment[];
  /** What it is answered, read once its moments are over: others may come in between, and be seen. */
  readonly tells?: Moment;
  /** Why the step cannot come now, whatever other steps do; null where it can. */
  readonly cannotCome: (payment: Payment, before: readonly StepName[]) => string | null;
};
