import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

export type Measured = {
  readonly perSecond: number;
  readonly p50Ms: number;
  /** Where the pace is given, so that waiting is all there is to measure. */
  readonly p95Ms?: number;
  readonly p99Ms: number;
  /** How much was done in all, warm-up included. */
  readonly done: number;
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** Of latencies in their order. */
export const percentileOf = (sorted: Float64Array, share: number): number =>
  round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

/** Runs `work` over and over in `workers` lanes for so long, after a warm-up that does not count. */
export const measure = async (
  workers: number,
  seconds: { readonly warmUp: number; readonly counted: number },
  work: (lane: number) => Promise<unknown>,
): Promise<Measured> => {
  const startsAt = performance.now() + seconds.warmUp * 1_000;
  const endsAt = startsAt + seconds.counted * 1_000;
  const latencies: number[] = [];
  let done = 0;
  const runLane = async (lane: number): Promise<void> => {
    for (let now = performance.now(); now < endsAt; ) {
      await work(lane);
      done += 1;
      const after = performance.now();
      if (now >= startsAt && after <= endsAt) latencies.push(after - now);
      now = after;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_unused, lane) => runLane(lane)));
  const sorted = Float64Array.from(latencies).sort();
  return {
    perSecond: Math.round(latencies.length / seconds.counted),
    p50Ms: percentileOf(sorted, 0.5),
    p99Ms: percentileOf(sorted, 0.99),
    done,
  };
};

/**
 * Begins `work` so many times in a second, however long it takes: what is late counts as late. After a warm-up that does not
 * count.
 */
export const measureAtRate = async (
  perSecond: number,
  seconds: { readonly warmUp: number; readonly counted: number },
  work: () => Promise<unknown>,
): Promise<Measured> => {
  const startsAt = performance.now();
  const [skipped, total] = [seconds.warmUp * perSecond, (seconds.warmUp + seconds.counted) * perSecond];
  const latencies: number[] = [];
  const running: Promise<void>[] = [];
  for (let nth = 0; nth < total; nth += 1) {
    const dueAt = startsAt + (nth * 1_000) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await sleep(early);
    running.push(
      work().then(() => {
        if (nth >= skipped) latencies.push(performance.now() - dueAt);
      }),
    );
  }
  await Promise.all(running);
  const sorted = Float64Array.from(latencies).sort();
  return {
    perSecond,
    p50Ms: percentileOf(sorted, 0.5),
    p95Ms: percentileOf(sorted, 0.95),
    p99Ms: percentileOf(sorted, 0.99),
    done: total,
  };
};

/** Each lane works once, all at the same time. */
export const measureBurst = async (lanes: number, work: (lane: number) => Promise<unknown>): Promise<Measured> => {
  const startsAt = performance.now();
  const latencies = await Promise.all(
    Array.from({ length: lanes }, async (_unused, lane) => {
      await work(lane);
      return performance.now() - startsAt;
    }),
  );
  const sorted = Float64Array.from(latencies).sort();
  return {
    perSecond: round(lanes / (sorted.at(-1)! / 1_000)),
    p50Ms: percentileOf(sorted, 0.5),
    p99Ms: percentileOf(sorted, 0.99),
    done: lanes,
  };
};

/** How a shop says who it is: by a key of v1, or by a token of h2h. */
export type Credentials = Readonly<Record<string, string>>;

export const byKey = (apiKey: string): Credentials => ({ 'x-api-key': apiKey });

export const byToken = (token: string): Credentials => ({ authorization: `Bearer ${token}` });

/** A client with one connection per lane; a bench that is answered anything but 200 measures the wrong thing. */
export const openClient = (url: string, connections: number) => {
  const pool = new Pool(url, { connections, pipelining: 1 });
  return {
    post: async (
      path: string,
      credentials: Credentials,
      body: string | Buffer,
      contentType = 'application/json',
    ): Promise<string> => {
      const { statusCode, body: answer } = await pool.request({
        method: 'POST',
        path,
        headers: { ...credentials, 'content-type': contentType },
        body,
      });
      const text = await answer.text();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
      return text;
    },
    close: () => pool.close(),
  };
};
