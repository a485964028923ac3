import { readConfig } from '#platform/config';
import { createLog } from '#platform/logs';
import type { ProviderDecorator } from '#providers';
import { startServer, type RunningServer } from '#server/start-server';
import { settingsFor } from './settings.ts';

/** A server inside the test's own process. */
export const startTestServer = (
  databaseUrl: string,
  overrides: Readonly<Record<string, string>> = {},
  decorate?: ProviderDecorator,
): Promise<RunningServer> => {
  const config = readConfig(settingsFor(databaseUrl, overrides));
  return startServer(config, createLog(config.LOG_LEVEL), decorate);
};
