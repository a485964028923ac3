import type { Log } from '#platform/logs';
import type { Metrics } from '#platform/metrics';
import type { ProviderCall } from './call-timeouts.ts';
import { createCircuitBreaker, type BreakerLimits, type CircuitBreaker } from './circuit-breaker.ts';

type Needs = {
  readonly breaker: BreakerLimits;
  readonly metrics: Pick<Metrics, 'openCircuits'>;
  readonly log: Log;
};

/** A circuit for each kind of call: documents that cannot be fetched are no reason to place no orders. */
export const createCircuits = (provider: string, { breaker, metrics, log }: Needs) => {
  const circuits = new Map<ProviderCall, CircuitBreaker>();
  const create = (call: ProviderCall): CircuitBreaker =>
    createCircuitBreaker(breaker, (isOpen) => {
      metrics.openCircuits.set({ provider, call }, isOpen ? 1 : 0);
      log.warn({ provider, call }, isOpen ? 'a provider is down and not asked any more' : 'a provider is asked again');
    });
  return (call: ProviderCall): CircuitBreaker => {
    const circuit = circuits.get(call) ?? create(call);
    circuits.set(call, circuit);
    return circuit;
  };
};
