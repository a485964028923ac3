import type { ProviderDecorator } from '#providers';
import type { Config } from '#platform/config';
import type { Database } from '#platform/database';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import type { KeyRing } from '#platform/secrets';
import type { Notifiable } from '../entrances/jobs/index.ts';
import type { Health } from '../entrances/probes/probes.ts';

export type Foundation = {
  readonly config: Config;
  readonly database: Database;
  readonly keyRing: KeyRing;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Tells the jobs of this process that there is work of this kind. */
  readonly notify: (loop: Notifiable) => void;
  readonly decorate: ProviderDecorator;
  /** Scheme, host and port under which the outside reaches this server; known once it listens. */
  readonly publicUrl: () => string;
};
