import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { profileOf } from '#features/operations';
import type { Api } from '#platform/apis';
import { requestOf, wires, type WireRequest } from '#test/support/wires';
import type { Answer } from '../merchant.ts';
import type { Call } from './checker.ts';
import type { PaymentCall } from './payment-calls.ts';
import type { Action, Move, Plan } from './random-moves.ts';
import { readCancelAnswer, readCreateAnswer, readReadAnswer } from './read-answers.ts';

/** These are not paid by themselves. */
const amounts = { create: '100.58', 'create otherwise': '200.58' } as const;

const isCreate = (action: Action): action is keyof typeof amounts => action in amounts;
const isCancel = (action: Action): boolean => action === 'cancel' || action === 'cancel by id';

export type Clients = {
  readonly urls: readonly [string, string];
  /** What says whose requests they are. */
  readonly credentials: Readonly<Record<Api, Readonly<Record<string, string>>>>;
};

/** Null: the client hung up, or the connection broke. */
const send = async (
  url: string,
  request: WireRequest,
  credentials: Readonly<Record<string, string>>,
  signal: AbortSignal | null,
): Promise<Answer | null> => {
  const { headers, ...init } = requestOf(request);
  try {
    const response = await fetch(url + request.path, { ...init, headers: { ...headers, ...credentials }, signal });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  } catch {
    return null;
  }
};

const idsIn = ({ body }: Answer): string[] => {
  type Named = { readonly operation_id: string };
  const {
    operation_id: shown,
    operation,
    operations,
  } = body as Partial<Named> & {
    readonly operation?: Named;
    readonly operations?: readonly Named[];
  };
  const found = operations?.map(({ operation_id: id }) => id).reverse() ?? [];
  return [shown, operation?.operation_id, ...found].filter((id) => id !== undefined);
};

/** The clients of one identifier, who tell each other the ids that they were answered. */
export const createMerchant = (
  { urls, credentials }: Clients,
  { api, identifier }: Pick<Plan, 'api' | 'identifier'>,
) => {
  const calls: Call<PaymentCall>[] = [];
  const ids = new Set<string>();
  let creates = 0;
  const wire = wires[api];

  /** Where an identifier or a key is not its name, a create has none that another one could have. */
  const nameOf = (idempotencyKey: string | null, create: number): string =>
    profileOf(api).duplicateCreate === 'same_answer' ? 'identifier' : (idempotencyKey ?? `create ${create}`);

  const requestFor = ({ action, idempotencyKey }: Omit<Move, 'pauseMs'>, by: string | null): WireRequest => {
    if (isCreate(action)) {
      const order = { type: 'payment', amount: amounts[action], identifier, clientId: identifier } as const;
      return wire.create(order, idempotencyKey === null ? null : `${identifier} ${idempotencyKey}`);
    }
    if (!isCancel(action)) return by === null ? wire.find(identifier) : wire.read(by);
    const named = by === null ? { merchant_operation_id: identifier } : { operation_id: by };
    return { path: '/v1/cancel_operation', body: named };
  };

  type Heard = Parameters<typeof readCancelAnswer>[0];
  const callsOf = ({ action, idempotencyKey }: Omit<Move, 'pauseMs'>, heard: Heard): Call<PaymentCall>[] => {
    if (isCreate(action)) {
      creates += 1;
      const created = { create: creates, name: nameOf(idempotencyKey, creates), body: amounts[action] };
      return readCreateAnswer(api, { ...heard, ...created });
    }
    return isCancel(action) ? [readCancelAnswer(heard)] : readReadAnswer(api, heard);
  };

  const perform = async (move: Omit<Move, 'pauseMs'>): Promise<void> => {
    const { action, instance, hangsUpAfterMs } = move;
    // An id that no merchant has heard of yet is one that does not exist.
    const by = action.endsWith('by id') ? ([...ids].at(-1) ?? randomUUID()) : null;
    const signal = hangsUpAfterMs === null ? null : AbortSignal.timeout(hangsUpAfterMs);
    const from = performance.now();
    const given = await send(urls[instance], requestFor(move, by), credentials[api], signal);
    const until = performance.now();
    const answer = given === null ? null : { ...given, body: wire.told(given.body) };
    calls.push(...callsOf(move, { by, answer, from, until }));
    for (const id of answer === null ? [] : idsIn(answer)) ids.add(id);
  };

  return {
    api,
    identifier,
    calls,
    carryOut: async ({ startsAfterMs, clients }: Plan): Promise<void> => {
      await sleep(startsAfterMs);
      await Promise.all(
        clients.map(async (moves) => {
          for (const move of moves) {
            await sleep(move.pauseMs);
            await perform(move);
          }
        }),
      );
    },
    /** What has become of it, asked both ways of both instances. */
    readAll: async (): Promise<void> => {
      for (const instance of [0, 1] as const) {
        for (const action of ['read', 'read by id'] as const) {
          await perform({ action, instance, idempotencyKey: null, hangsUpAfterMs: null });
        }
      }
    },
  };
};

export type Merchant = ReturnType<typeof createMerchant>;
