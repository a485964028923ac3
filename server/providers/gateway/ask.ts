import pLimit from 'p-limit';
import { messageOf } from '#platform/errors';
import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import { ProviderNotSentError, type AttemptRef, type CallSignal } from '../port.ts';
import type { ProviderCall } from './call-timeouts.ts';
import type { BreakerLimits } from './circuit-breaker.ts';
import { createCircuits } from './circuits.ts';
import { createPace } from './pace.ts';

/** What an operator has set for one provider, beside what holds for all: null, nothing. */
export type ProviderLimits = { readonly concurrency: number | null; readonly callsPerSecond: number | null };

export const noLimits: ProviderLimits = { concurrency: null, callsPerSecond: null };

export type GatewayNeeds = {
  /** Calls to one provider that this process has under way at a time; as many more may wait for their turn. */
  readonly concurrency: number;
  readonly breaker: BreakerLimits;
  readonly metrics: Pick<Metrics, 'providerAnswers' | 'providerSeconds' | 'openCircuits'>;
  readonly log: Log;
};

export type Unknown = { readonly outcome: 'unknown' };

/** The provider has not carried this call out and never will. It says nothing about earlier calls for the same attempt. */
export type NotSent = {
  readonly outcome: 'not_sent';
  readonly reason: 'provider_busy' | 'circuit_open' | 'provider_unavailable' | 'maintenance';
};

type Call<Answer> = {
  readonly call: ProviderCall;
  readonly attempt: AttemptRef;
  readonly timeoutMs: number;
  readonly send: (signal: CallSignal) => Promise<Answer>;
};

export type Ask = <Answer extends { readonly outcome: string }>(
  call: Call<Answer>,
) => Promise<Answer | Unknown | NotSent>;

const unknown: Unknown = { outcome: 'unknown' };
const busy: NotSent = { outcome: 'not_sent', reason: 'provider_busy' };
const circuitOpen: NotSent = { outcome: 'not_sent', reason: 'circuit_open' };
const unavailable: NotSent = { outcome: 'not_sent', reason: 'provider_unavailable' };

/** That a shorter wait was in vain tells something of the one who waited, and nothing of the provider. */
const shortestFairWaitMs = 5_000;

const whenAborted = <Value>(signal: AbortSignal, then: () => Value): Promise<Value> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(then()), { once: true });
  });

/**
 * Asks one provider: for so long, so many times at once, and not while it is down. What was sent and brought no answer
 * that can be understood has an unknown outcome, and is never taken for a decline.
 */
export const createAsk = (provider: string, needs: GatewayNeeds, limits: ProviderLimits): Ask => {
  const { metrics, log } = needs;
  const concurrency = Math.min(needs.concurrency, limits.concurrency ?? Number.POSITIVE_INFINITY);
  const paced = createPace(limits.callsPerSecond);
  const inTurn = pLimit(concurrency);
  const circuitOf = createCircuits(provider, needs);

  const sendNow = async <Answer>({ call, attempt, timeoutMs, send }: Call<Answer>, timeIsUp: CallSignal) => {
    const circuit = circuitOf(call);
    if (!circuit.admits()) return circuitOpen;
    const about = { provider, call, attemptId: attempt.attemptId };
    const answered = async (): Promise<Answer | Unknown | NotSent> => {
      try {
        const answer = await send(timeIsUp);
        if (!timeIsUp.aborted) circuit.succeed();
        return answer;
      } catch (error) {
        if (timeIsUp.aborted) return unknown;
        circuit.fail();
        log.warn({ ...about, cause: messageOf(error) }, 'a provider call failed');
        return error instanceof ProviderNotSentError ? unavailable : unknown;
      }
    };
    const late = whenAborted(timeIsUp, () => {
      if (timeoutMs >= shortestFairWaitMs) circuit.fail();
      log.info({ ...about, timeoutMs }, 'a provider did not answer in time');
      return unknown;
    });
    return Promise.race([answered(), late]);
  };

  const waitForTurn = <Answer>(call: Call<Answer>, timeIsUp: CallSignal) => {
    if (inTurn.pendingCount >= concurrency) return busy;
    let isItsTurn = false;
    const sent = inTurn(async () => {
      if (!(await paced())) return busy;
      // The one who asked has been told that it was not sent, so it never is.
      if (timeIsUp.aborted) return busy;
      isItsTurn = true;
      return sendNow(call, timeIsUp);
    });
    const inVain = whenAborted(timeIsUp, () => (isItsTurn ? sent : busy));
    return Promise.race([sent, inVain]);
  };

  return async (call) => {
    const askedAtMs = performance.now();
    const timer = new AbortController();
    const timeout = setTimeout(() => timer.abort(), call.timeoutMs);
    try {
      const timeIsUp = Object.assign(timer.signal, { endsAtMs: askedAtMs + call.timeoutMs });
      const answer = await waitForTurn(call, timeIsUp);
      metrics.providerAnswers.inc({ provider, call: call.call, answer: answer.outcome });
      metrics.providerSeconds.observe({ provider, call: call.call }, (performance.now() - askedAtMs) / 1_000);
      return answer;
    } finally {
      clearTimeout(timeout);
    }
  };
};
