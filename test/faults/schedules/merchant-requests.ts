import type { Api } from '#platform/apis';
import { requestToken, tokenIn, type ClientCredentials } from '#test/support/tokens';
import { wires } from '#test/support/wires';
import type { PlannedOperation } from './plan-operations.ts';
import type { Answered } from './record.ts';

/** Where an instance answers; null while it is down. */
export type ApiUrl = () => string | null;
export type MerchantShop = { readonly apiKey: string; readonly client: ClientCredentials };

/** One operation as its merchant knows it. */
export type Story = {
  readonly planned: PlannedOperation;
  readonly identifier: string;
  /** Null: its events go to the endpoint of the shop. */
  readonly webhookUrl: string | null;
  readonly answers: Answered[];
  /** The files of which an upload was not answered: it may have been recorded or not. */
  readonly unanswered: Set<string>;
  /** How often the identifier was used: again, once its operation had failed. */
  uses: number;
};

export type Sent = {
  readonly path: string;
  readonly init: {
    readonly headers: Record<string, string>;
    readonly method?: string;
    readonly body?: string | Uint8Array<ArrayBuffer>;
  };
  readonly key: string | null;
  readonly file?: string;
};

const answerWithinMs = 4_000;

/** Asks once, one instance after the other, with the key or the tokens of the shop. */
export const openRequests = (shops: readonly MerchantShop[], urls: readonly ApiUrl[]) => {
  const tokens = new Map<number, string>();
  const secrets: string[] = [];
  let turn = 0;

  /** Null: it was not answered with one. */
  const askForToken = async (url: string, shop: number, signal: AbortSignal): Promise<string | null> => {
    const answer = await requestToken(url, shops[shop]!.client, signal);
    if (answer.status === 503) return null;
    const token = await tokenIn(answer);
    secrets.push(token);
    tokens.set(shop, token);
    return token;
  };
  type Send = (credentials: Record<string, string>) => Promise<Response>;
  /** A token may come from an instance whose clock tells another time: then this one is asked for its own. */
  const byToken = async (send: Send, url: string, shop: number, signal: AbortSignal): Promise<Response | null> => {
    const known = tokens.get(shop);
    const first = known === undefined ? null : await send({ authorization: `Bearer ${known}` });
    if (first !== null && first.status !== 401) return first;
    await first?.body?.cancel();
    const token = await askForToken(url, shop, signal);
    return token === null ? null : send({ authorization: `Bearer ${token}` });
  };
  const sendBy = {
    v1: (send: Send, _url: string, shop: number) => send({ 'x-api-key': shops[shop]!.apiKey }),
    h2h: byToken,
  } as const satisfies Record<Api, unknown>;

  /** Null: it may have been done or not. */
  const ask = async (story: Story, request: Answered['request'], sent: Sent): Promise<Answered | null> => {
    const up = urls.flatMap((urlOf) => urlOf() ?? []);
    const url = up[turn++ % up.length];
    if (url === undefined) return null;
    const { api, shop } = story.planned;
    const leave = (): null => {
      if (sent.file !== undefined) story.unanswered.add(sent.file);
      return null;
    };
    const fromMs = performance.now();
    const signal = AbortSignal.timeout(answerWithinMs);
    const send: Send = (credentials) =>
      fetch(url + sent.path, { ...sent.init, headers: { ...sent.init.headers, ...credentials }, signal });
    try {
      const response = await sendBy[api](send, url, shop, signal);
      if (response === null) return leave();
      const body = wires[api].told((await response.json()) as Answered['body']);
      if (response.status === 503) return leave();
      // Too many uploads of one payment at once: nothing came of this one, and it is sent again.
      if (response.status === 429 && request === 'confirm') return null;
      const file = sent.file === undefined ? {} : { sent: sent.file };
      const { key } = sent;
      const answered = { request, key, fromMs, toMs: performance.now(), status: response.status, body, ...file };
      story.answers.push(answered);
      return answered;
    } catch {
      // Who does not know what has become of the connection signs in again.
      tokens.delete(shop);
      return leave();
    }
  };
  return {
    ask,
    /** Every token that there was. */
    tokens: (): readonly string[] => secrets,
  };
};
