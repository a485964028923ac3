import type { AttemptRef } from '#providers';
import type { Api } from '#platform/apis';
import type { Environment } from './environment.ts';
import type { Visit } from './provider-desk.ts';
import type { StepName } from './step-names.ts';

/** One payment on its way through a cell. */
export type RaceRun = {
  readonly environment: Environment;
  readonly steps: readonly StepName[];
  readonly api: Api;
  /** Of the payment, and of its client. */
  readonly identifier: string;
  readonly visit: Visit;
  /** What each request was answered, by its position. */
  readonly answers: string[];
  /** Every id by which the merchant was told of the payment. */
  readonly toldIds: Set<string>;
  /** Resolves when the create has its answer by which the provider is asked: where they overlap, the fastest. */
  readonly created: Promise<void>;
  readonly tellCreated: () => void;
  /** Resolves when the first create was refused because another was faster. */
  readonly overtaken: Promise<void>;
  readonly tellOvertaken: () => void;
  isCreated: boolean;
  /** The creates that were sent, the first one included. */
  readonly creates: Promise<void>[];
  /** The id that the last cancellation by identifier told. */
  cancelledId: string | null;
  /** Of the operation that a provider was asked for, once a step wanted to know it. */
  operationId: Promise<string> | null;
};

export type Place = { readonly instance: number; readonly position: number };
export type Action = (raceRun: RaceRun, at: Place) => Promise<void>;
export type Prepare = (raceRun: RaceRun, overlapping: readonly StepName[]) => Promise<unknown>;

/** What the provider was asked for; null where the create was answered without it. */
export const attemptOf = ({ visit, created }: RaceRun): Promise<AttemptRef | null> =>
  Promise.race([visit.asked, created.then(() => (visit.isReached ? visit.asked : null))]);

export const operationOf = async (raceRun: RaceRun, { shopId, attemptId }: AttemptRef): Promise<string> => {
  raceRun.operationId ??= raceRun.environment
    .database('attempts')
    .where({ shop_id: shopId, attempt_id: attemptId })
    .first('operation_id')
    .then((row) => row.operation_id as string);
  return raceRun.operationId;
};
