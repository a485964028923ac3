import type { Wire } from './contract.ts';
import { believe, type Fetched } from './believe.ts';
import type { Caller } from './caller.ts';

/** What a connector tells of itself; null, what it does not tell now. */
export type ToldOfItself = {
  readonly capabilities: Wire['Capabilities'] | null;
  readonly balances: Wire['Balances']['balances'] | null;
  readonly health: Wire['Health'] | null;
};

const timeoutMs = 10_000;

type Asked = Parameters<Parameters<Caller['call']>[1]>;

const tellOr = async <Schema extends 'Capabilities' | 'Balances' | 'Health'>(
  { call }: Caller,
  schema: Schema,
  ask: (...asked: Asked) => Promise<Fetched>,
): Promise<Wire[Schema] | null> => {
  try {
    const signal = Object.assign(AbortSignal.timeout(timeoutMs), { endsAtMs: performance.now() + timeoutMs });
    return believe(schema, await call(signal, ask), null);
  } catch {
    // It is asked again soon, and its health says that it could not be.
    return null;
  }
};

export const describeConnector = async (caller: Caller): Promise<ToldOfItself> => {
  const [capabilities, balances, health] = await Promise.all([
    tellOr(caller, 'Capabilities', (client, init, header) =>
      client.GET('/connector/v1/capabilities', { ...init, params: { header }, parseAs: 'text' }),
    ),
    tellOr(caller, 'Balances', (client, init, header) =>
      client.GET('/connector/v1/balances', { ...init, params: { header }, parseAs: 'text' }),
    ),
    tellOr(caller, 'Health', (client, init, header) =>
      client.GET('/connector/v1/health', { ...init, params: { header }, parseAs: 'text' }),
    ),
  ]);
  return { capabilities, balances: balances?.balances ?? null, health };
};
