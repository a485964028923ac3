import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderOf, type Answer } from '../merchant.ts';
import type { Call } from './checker.ts';
import type { PaymentCall } from './payment-calls.ts';
import type { Action, Move, Plan } from './random-moves.ts';
import { readCancelAnswer, readCreateAnswer, readReadAnswer } from './read-answers.ts';

/** These are not paid by themselves. */
const amounts = { create: '100.58', 'create otherwise': '200.58' } as const;

const paths = {
  create: 'payment',
  'create otherwise': 'payment',
  cancel: 'cancel_operation',
  'cancel by id': 'cancel_operation',
  read: 'get_operation_state',
  'read by id': 'get_operation_state',
} as const satisfies Record<Action, string>;

const isCreate = (action: Action): action is keyof typeof amounts => action in amounts;

type Shop = { readonly urls: readonly [string, string]; readonly apiKey: string };

/** Null: the client hung up, or the connection broke. */
const post = async (url: string, apiKey: string, body: object, signal: AbortSignal | null): Promise<Answer | null> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(body),
      signal,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  } catch {
    return null;
  }
};

const idsIn = ({ body }: Answer): string[] => {
  const { operation_id: shown, operation } = body as { operation_id?: string; operation?: { operation_id: string } };
  return [shown, operation?.operation_id].filter((id) => id !== undefined);
};

/** The clients of one identifier, who tell each other the ids that they were answered. */
export const createMerchant = ({ urls, apiKey }: Shop, identifier: string) => {
  const calls: Call<PaymentCall>[] = [];
  const ids = new Set<string>();
  let creates = 0;

  const record = (action: Action, by: string | null, answer: Answer | null, from: number): void => {
    const until = performance.now();
    const heard = { action, by, answer, from, until };
    if (isCreate(action)) calls.push(...readCreateAnswer({ ...heard, create: (creates += 1), body: amounts[action] }));
    else if (paths[action] === 'cancel_operation') calls.push(readCancelAnswer(heard));
    else calls.push(...readReadAnswer(heard));
    for (const id of answer === null ? [] : idsIn(answer)) ids.add(id);
  };

  const perform = async ({ action, instance, hangsUpAfterMs }: Omit<Move, 'pauseMs'>): Promise<void> => {
    // An id that no merchant has heard of yet is one that does not exist.
    const by = action.endsWith('by id') ? ([...ids].at(-1) ?? randomUUID()) : null;
    const named = by === null ? { merchant_operation_id: identifier } : { operation_id: by };
    const body = isCreate(action) ? { ...orderOf(amounts[action], identifier), client_id: identifier } : named;
    const signal = hangsUpAfterMs === null ? null : AbortSignal.timeout(hangsUpAfterMs);
    const from = performance.now();
    record(action, by, await post(`${urls[instance]}/v1/${paths[action]}`, apiKey, body, signal), from);
  };

  return {
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
        for (const action of ['read', 'read by id'] as const) await perform({ action, instance, hangsUpAfterMs: null });
      }
    },
  };
};

export type Merchant = ReturnType<typeof createMerchant>;
