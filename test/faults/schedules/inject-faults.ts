import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/database';
import type { DatabaseProxy } from './database-proxy.ts';
import type { Instance } from './instances.ts';
import type { OwnPostgres } from './own-postgres.ts';
import { letLeasesEnd } from './passing-time.ts';
import type { Fault } from './plan-faults.ts';
import type { ToxicWay } from './toxic-way.ts';

export type Scene = {
  readonly database: Database;
  readonly postgres: OwnPostgres;
  readonly instances: readonly Instance[];
  readonly proxies: readonly DatabaseProxy[];
  readonly toxicWay: ToxicWay | null;
  readonly note: (what: string) => void;
};

const freeze = async ({ database, instances, note }: Scene, fault: Fault & { kind: 'freeze' }): Promise<void> => {
  const instance = instances[fault.instance]!;
  instance.freeze();
  await sleep(fault.forMs / 2);
  // The database may be away as well; then they end with the next freeze.
  if (fault.outlastsLeases) await letLeasesEnd(database).catch(() => note('the leases did not end'));
  await sleep(fault.forMs / 2);
  instance.thaw();
};

const fillDisk = async ({ postgres, note }: Scene, forMs: number): Promise<void> => {
  await postgres.restart('fast', true);
  note('the disk is full');
  await sleep(forMs);
  await postgres.restart('immediate');
  note('the disk has room');
};

const injectOne = async (scene: Scene, fault: Fault): Promise<void> => {
  const { postgres, toxicWay } = scene;
  const [instance, proxy] = [scene.instances[fault.instance]!, scene.proxies[fault.instance]!];
  switch (fault.kind) {
    case 'kill':
      return instance.killAndStart(fault.downMs, fault.clockMovesMs);
    case 'freeze':
      return freeze(scene, fault);
    case 'restart':
      return postgres.run(() => postgres.restart(fault.how));
    case 'cut':
      return proxy.cut(fault.step, fault.moment, fault.times);
    case 'sever':
      return proxy.sever();
    case 'delay':
      proxy.delay(fault.byMs);
      await sleep(fault.forMs);
      return proxy.delay(0);
    case 'toxic': {
      const clean = await toxicWay?.poison(fault.toxic);
      await sleep(fault.forMs);
      return clean?.();
    }
    case 'disk full':
      return postgres.run(() => fillDisk(scene, fault.forMs));
  }
};

const timesOf = ({ kind, atMs, instance, ...how }: Fault): string => `${kind} ${instance} ${JSON.stringify(how)}`;

/** Lets all faults happen at their times, and resolves when they are over and what was down is up. */
export const injectFaults = async (scene: Scene, faults: readonly Fault[]): Promise<void> => {
  await Promise.all(
    faults.map(async (fault) => {
      await sleep(fault.atMs);
      scene.note(timesOf(fault));
      await injectOne(scene, fault);
    }),
  );
  for (const proxy of scene.proxies) proxy.calm();
  scene.note('the faults are over');
};
