import { rmSync } from 'node:fs';

export default async (): Promise<void> => {
  const running = globalThis.turnpikeTestPostgres;
  if (running === undefined) return;
  await running.server.stop();
  rmSync(running.directory, { recursive: true, force: true });
};
