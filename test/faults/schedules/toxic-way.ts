import { freePort } from '#platform/embedded-postgres';
import type { toxics } from './plan-faults.ts';

const attributes: Readonly<Record<(typeof toxics)[number], object>> = {
  latency: { latency: 120, jitter: 100 },
  bandwidth: { rate: 24 },
  slicer: { average_size: 64, size_variation: 32, delay: 500 },
  reset_peer: { timeout: 300 },
  timeout: { timeout: 400 },
};

export type ToxicWay = {
  readonly port: number;
  /** Answers how to take it away again. */
  readonly poison: (toxic: (typeof toxics)[number]) => Promise<() => Promise<void>>;
  readonly stop: () => Promise<void>;
};

const call = async (api: string, method: string, path: string, body?: object): Promise<void> => {
  const response = await fetch(`${api}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok && response.status !== 404)
    throw new Error(`toxiproxy: ${response.status} ${await response.text()}`);
};

/** A way to Postgres through a running toxiproxy; null where TOXIPROXY names none, and its faults are left out. */
export const openToxicWay = async (toPort: number): Promise<ToxicWay | null> => {
  const api = process.env['TOXIPROXY'];
  if (!api) return null;
  const port = await freePort();
  const name = `postgres-${port}`;
  await call(api, 'POST', '/proxies', { name, listen: `127.0.0.1:${port}`, upstream: `127.0.0.1:${toPort}` });
  let poisons = 0;
  return {
    port,
    poison: async (toxic) => {
      poisons += 1;
      const own = `${toxic}-${poisons}`;
      const stream = toxic === 'reset_peer' ? 'downstream' : 'upstream';
      await call(api, 'POST', `/proxies/${name}/toxics`, {
        name: own,
        type: toxic,
        stream,
        attributes: attributes[toxic],
      });
      return () => call(api, 'DELETE', `/proxies/${name}/toxics/${own}`);
    },
    stop: () => call(api, 'DELETE', `/proxies/${name}`),
  };
};
