import type { ProbesHandlers } from '#generated/v1/handlers';
import { RequestError } from '#platform/errors';

export type Health = {
  readonly isDatabaseUp: () => Promise<boolean>;
  readonly doesKeyRingFit: () => Promise<boolean>;
  readonly areJobsHealthy: () => boolean;
  readonly isStopping: () => boolean;
};

const unhealthy = (what: string): RequestError =>
  new RequestError('temporarily_unavailable', { message: `unhealthy: ${what}` });

const requireHealth = async (health: Health): Promise<void> => {
  if (!(await health.isDatabaseUp())) throw unhealthy('the database does not answer');
  if (!health.areJobsHealthy()) throw unhealthy('the jobs are not at work');
};

export const probes = (health: Health) =>
  ({
    getLiveness: () => Promise.resolve({ status: 204 }),
    getHealth: async () => {
      await requireHealth(health);
      return { status: 204 };
    },
    getReadiness: async () => {
      if (health.isStopping()) throw unhealthy('the process is stopping');
      await requireHealth(health);
      if (!(await health.doesKeyRingFit())) throw unhealthy('the key ring does not open the data');
      return { status: 204 };
    },
  }) satisfies ProbesHandlers;
