import { holdSandbox } from '#test/faults/held-locks';
import { eventually } from '#test/support/eventually';
import { call, post, type Answer } from './call.ts';
import type { Harness } from './harness.ts';

/** Sends an equal create to a server that soon gives up waiting, while no provider decides about the first one. */
export const createBesideHeldOne = async (
  { url, hastyUrl, shop, testDatabase: { database } }: Harness,
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Answer> => {
  const sandbox = await holdSandbox(database);
  const first = call(url, post('/v1/payment', body), shop.apiKey);
  try {
    const identifier = { merchant_operation_id: body['merchant_operation_id'] as string };
    await eventually(
      () => database('operations').where(identifier).first('operation_id'),
      'the first create to be recorded',
    );
    return await call(hastyUrl, post(path, body), shop.apiKey);
  } finally {
    await sandbox.release();
    await first;
  }
};
