import pg from 'pg';
import type { Log } from '#platform/logs';
import { endWhenSilent } from '#platform/silent-peer';

// One connection per concurrent job at most, one that listens, one for dispatcher and heartbeat.
const poolSize = 14;
// Far above what any statement of the jobs takes.
const silenceTimeoutMs = 30_000;

/**
 * The jobs' own connections: a pooler in transaction mode would swallow notifications, and requests that wait for a
 * connection must not silence the heartbeat.
 */
export const openJobPool = (databaseUrl: string, log: Log): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolSize,
    application_name: 'turnpike jobs',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  // Without these handlers a lost connection, idle or in use, would end the process. The loops tell of the outage.
  const note = (error: Error): void => log.debug({ error }, 'A job connection was lost.');
  pool.on('error', note);
  pool.on('connect', (client) => {
    client.on('error', note);
    endWhenSilent(client, silenceTimeoutMs);
  });
  return pool;
};
