import type pg from 'pg';
import type { EndpointId } from '#platform/ids';

export const deliverTask = 'deliver_webhooks';

/** Without a beat for this long an instance counts as killed. */
export const silenceSeconds = 20;

/** Adds one job per endpoint, all in one statement and so with one notification; a waiting one is kept single. */
export const addDeliverJobs = async (pool: pg.Pool, endpointIds: readonly EndpointId[]): Promise<void> => {
  await pool.query({
    name: 'jobs_add_deliver',
    text: `select from graphile_worker.add_jobs(array(
        select ($2, json_build_object('endpointId', endpoint_id), null, null, 3, 'deliver:' || endpoint_id, null, null)
          ::graphile_worker.job_spec
        from unnest($1::uuid[]) as due (endpoint_id)
      ))`,
    values: [endpointIds, deliverTask],
  });
};

/** Says that this instance lives, and under which names its runner locks jobs. */
export const recordBeat = async (pool: pg.Pool, instanceId: string, workerIds: readonly string[]): Promise<void> => {
  await pool.query({
    name: 'jobs_beat',
    text: `insert into instances (instance_id, worker_ids) values ($1, $2)
      on conflict (instance_id) do update set worker_ids = excluded.worker_ids, beat_at = now()`,
    values: [instanceId, workerIds],
  });
};

export const forgetInstance = async (pool: pg.Pool, instanceId: string): Promise<void> => {
  await pool.query({ name: 'jobs_forget', text: 'delete from instances where instance_id = $1', values: [instanceId] });
};

/**
 * Frees the jobs of killed instances, which the runner itself would leave locked for four hours. A lock counts as
 * orphaned when no living instance owns it, so it is found even when its instance died before it was ever recorded.
 * Answers the names whose locks it freed.
 */
export const reapOrphans = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ orphans: string[] }>({
    name: 'jobs_reap',
    text: `with silent as (
        delete from instances where beat_at < now() - $1 * interval '1 second'
      ), orphaned as (
        select array_agg(distinct locked_by) as worker_ids from graphile_worker.jobs
        where locked_at < now() - $1 * interval '1 second' and not exists (
          select from instances
          where beat_at >= now() - $1 * interval '1 second' and jobs.locked_by = any(worker_ids)
        )
      )
      select worker_ids as orphans, graphile_worker.force_unlock_workers(worker_ids)
      from orphaned where worker_ids is not null`,
    values: [silenceSeconds],
  });
  // A job that was replaced while it ran has used up its attempts on purpose. Freed, it would stay for ever.
  await pool.query({
    name: 'jobs_bury',
    text: `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
      where locked_at is null and attempts >= max_attempts having count(*) > 0`,
  });
  return rows.flatMap((row) => row.orphans);
};
