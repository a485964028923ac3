import { writeFileSync } from 'node:fs';
import { dropBundle } from './bundle-instance.ts';
import { prepareGround } from './databases.ts';
import { schedule } from './plan.ts';
import { runSchedule } from './run-schedule.ts';

const numberFrom = (name: string, otherwise: number): number => Number(process.env[name] || otherwise);

// As many schedules as SEEDS says, from BASE_SEED on, two at a time; or the one of SEED. It goes on after a failure, unless
// it is told to STOP_AT_FIRST.
const one = process.env['SEED'];
const first = one ? Number(one) : numberFrom('BASE_SEED', 1_000);
const count = one ? 1 : numberFrom('SEEDS', 100);
const seeds = Array.from({ length: count }, (_, index) => first + index);
const lanes = Math.min(numberFrom('LANES', 2), count);
let passed = 0;
const failed: number[] = [];

// Leaving in this way ends every server and database that was started.
process.once('exit', dropBundle);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const work = async (): Promise<void> => {
  const ground = await prepareGround();
  try {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const startedAtMs = performance.now();
      try {
        await runSchedule(schedule(seed), ground);
        passed += 1;
      } catch (error) {
        failed.push(seed);
        process.stdout.write(`${String(error)}\n`);
        if (process.env['STOP_AT_FIRST']) seeds.length = 0;
      }
      const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
      process.stdout.write(`seed ${seed}: ${seconds} s; ${passed} passed, ${failed.length} failed of ${count}\n`);
    }
  } finally {
    await ground.stop();
  }
};

await Promise.all(Array.from({ length: lanes }, work));
process.stdout.write(`${passed} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}\n`);
const [, , resultFile] = process.argv;
if (resultFile !== undefined) writeFileSync(resultFile, JSON.stringify({ passed, failed: failed.length }));
process.exitCode = failed.length === 0 ? 0 : 1;
