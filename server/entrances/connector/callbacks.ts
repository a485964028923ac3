import { createSigner } from '#platform/webhook-signatures';
import type { AttemptId } from '#platform/ids';
import { messageOf } from '#platform/errors';
import type { Log } from '#platform/logs';

/** A change as it is told. `id` is the same each time that it is told. */
export type Callback = {
  readonly id: string;
  readonly type: 'payment.changed' | 'payout.changed' | 'receipt.reviewed';
  readonly attemptId: AttemptId;
  readonly shopId: string;
  /** When it happened at the bank. */
  readonly happenedAt: Date;
  readonly data: unknown;
};

/** `kept`: repeating does not mend it, so that a person has to; `lost`: nothing says that the gateway has it on record. */
export type Told =
  | { readonly outcome: 'recorded' | 'kept' }
  | { readonly outcome: 'lost'; readonly retryAfter: string | undefined };

export type CallbackTarget = {
  /** The one address of this connector at the gateway. */
  readonly url: string;
  /** Of the form `whsec_…`; each callback is signed with all of them, for one may be known to the gateway no more. */
  readonly secrets: readonly string[];
};

const answerTimeoutMs = 15_000;

const outcomeOf = (response: Response): Told => {
  if (response.status === 204) return { outcome: 'recorded' };
  if ([400, 404, 413].includes(response.status)) return { outcome: 'kept' };
  return { outcome: 'lost', retryAfter: response.headers.get('retry-after') ?? undefined };
};

/** Tells the gateway of one change, signed by Standard Webhooks at this moment. */
export const createCallbackSender = (target: CallbackTarget, log: Log) => {
  const sign = createSigner(target.secrets);
  return async ({ id, type, attemptId, shopId, happenedAt, data }: Callback): Promise<Told> => {
    const body = JSON.stringify({ type, timestamp: happenedAt.toISOString(), shop_id: shopId, data });
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...sign(id, new Date(), body) },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      await response.body?.cancel();
      const told = outcomeOf(response);
      if (told.outcome !== 'recorded') {
        const level = told.outcome === 'kept' ? 'error' : 'info';
        log[level]({ attemptId, type, status: response.status }, 'a callback was not recorded');
      }
      return told;
    } catch (error) {
      log.info({ attemptId, type, cause: messageOf(error) }, 'a callback was not answered');
      return { outcome: 'lost', retryAfter: undefined };
    }
  };
};

export type SendCallback = ReturnType<typeof createCallbackSender>;
