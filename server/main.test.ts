import { expect, it } from '@jest/globals';
import { spawnServer } from '#test/support/server-process';

const nowhere = 'postgres://nobody@127.0.0.1:1/none';

it('a server with unsafe settings does not start in production, and says why in one line each', async () => {
  const TURNPIKE_KEYS = `k1:${Buffer.alloc(32).toString('base64')}`;
  const settings = {
    NODE_ENV: 'production',
    TURNPIKE_KEYS,
    PUBLIC_URL: 'http://pay.example',
    WEBHOOK_ALLOWED_NETWORKS: '::/0',
  };
  const refusal = await spawnServer(nowhere, settings).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(refusal).toMatch(/^The server ended with 1:\nTURNPIKE_KEYS.+\nPUBLIC_URL.+\nWEBHOOK_ALLOWED_NETWORKS.+$/);
});
