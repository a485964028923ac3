import type { RunningServer } from '#server/start-server';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { startTestServer } from './server.ts';
import { impatient } from './settings.ts';

export type SandboxServers = {
  readonly db: TestDatabase;
  readonly server: RunningServer;
  /** Gives up on providers before the sandbox answers a `.53`; the other one does the jobs of both. */
  readonly impatientServer: RunningServer;
  readonly stop: () => Promise<void>;
};

/** A database and two servers on it: with them every row of the sandbox's table comes to its end. */
export const startSandboxServers = async (): Promise<SandboxServers> => {
  const db = await createTestDatabase();
  const server = await startTestServer(db.url);
  const impatientServer = await startTestServer(db.url, { TURNPIKE_ROLE: 'api', ...impatient });
  const stop = async (): Promise<void> => {
    await impatientServer.stop();
    await server.stop();
    await db.drop();
  };
  return { db, server, impatientServer, stop };
};
