import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { orderOf } from '../merchant.ts';

export type Experience = {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Every answer that was not 200, and every failure to get one. */
  readonly disappointments: readonly string[];
};

type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<void>;

type Merchant = {
  readonly url: string;
  /** An API key of v1, or a token of h2h. */
  readonly credentials: { readonly 'x-api-key': string } | { readonly authorization: string };
  /** Orders and reads of v1, unless told otherwise. */
  readonly visit?: (ask: Ask) => Promise<void>;
  /** Between one visit and the next. */
  readonly restMs?: number;
};

const visitV1 = async (ask: Ask): Promise<void> => {
  const order = orderOf('1000.58', randomUUID());
  await ask('POST', '/v1/payment', order);
  await ask('POST', '/v1/get_operation_state', { merchant_operation_id: order.merchant_operation_id });
  await ask('GET', '/v1/balances');
};

const quantile = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;

/** A merchant who has nothing to do with the overload: one request after the other, for as long as the work takes. */
export const accompany = async <Result>(
  { url, credentials, visit = visitV1, restMs = 10 }: Merchant,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly experience: Experience }> => {
  const pool = new Pool(url, { connections: 1, pipelining: 1 });
  const latencies: number[] = [];
  const disappointments: string[] = [];
  let isOver = false;
  const ask: Ask = async (method, path, body) => {
    const startedAt = performance.now();
    try {
      const headers = { ...credentials, 'content-type': 'application/json' };
      const answer = await pool.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) });
      const text = await answer.body.text();
      latencies.push(performance.now() - startedAt);
      if (answer.statusCode !== 200) disappointments.push(`${path}: ${answer.statusCode} ${text}`);
    } catch (error) {
      disappointments.push(`${path}: ${String(error)}`);
    }
  };
  const shop = async (): Promise<void> => {
    while (!isOver) {
      await visit(ask);
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  };
  const shopping = shop();
  try {
    const result = await work();
    isOver = true;
    await shopping;
    const sorted = latencies.sort((one, other) => one - other);
    return {
      result,
      experience: {
        requests: sorted.length,
        p50Ms: quantile(sorted, 0.5),
        p99Ms: quantile(sorted, 0.99),
        disappointments,
      },
    };
  } finally {
    isOver = true;
    await shopping;
    await pool.close();
  }
};
