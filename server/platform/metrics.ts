import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { securityEvents } from './security-events.ts';

const httpMetrics = (registers: Registry[]) => ({
  requests: new Histogram({
    name: 'turnpike_http_request_seconds',
    help: 'Duration of answered requests.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers,
  }),
  connections: new Gauge({
    name: 'turnpike_http_connections',
    help: 'Open connections to the port of the API.',
    registers,
  }),
  connectionsCut: new Counter({
    name: 'turnpike_http_connections_cut_total',
    help: 'Connections that the server closed unasked: there were too many, or what came over them was too slow or wrong.',
    labelNames: ['reason'] as const,
    registers,
  }),
});

/** Each event stands there with zero, so that its first time is an increase. */
const countSecurityEvents = (registers: Registry[]) => {
  const counter = new Counter({
    name: 'turnpike_security_events_total',
    help: 'Requests that may be part of an attack, by what speaks for it; see the guide about logs.',
    labelNames: ['event'] as const,
    registers,
  });
  for (const event of Object.keys(securityEvents)) counter.inc({ event }, 0);
  return counter;
};

const suspenseMetrics = (registers: Registry[]) => ({
  suspense: new Counter({
    name: 'turnpike_suspense_postings_total',
    help: 'Provider money that no operation could count; every increase needs an operator.',
    registers,
  }),
  suspenseOpen: new Gauge({
    name: 'turnpike_suspense_open',
    help: 'Attempts whose money in suspense waits for an operator, at the last look of a process that runs jobs.',
    registers,
  }),
  contradictions: new Counter({
    name: 'turnpike_provider_contradictions_total',
    help: 'Orders that a provider called failed after it had called them paid; see turnpike incidents list.',
    labelNames: ['provider'] as const,
    registers,
  }),
});

const receiptMetrics = (registers: Registry[]) => ({
  receipts: new Counter({
    name: 'turnpike_receipts_total',
    help: 'Uploaded receipts by what came of the upload.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  receiptScans: new Counter({
    name: 'turnpike_receipt_scans_total',
    help: 'Receipts by what the antivirus said of them; failed: it could not be asked, or could not tell.',
    labelNames: ['outcome'] as const,
    registers,
  }),
  undecidedReviews: new Gauge({
    name: 'turnpike_manual_checks_open',
    help: 'Payments that wait for an operator to decide about their receipt; see turnpike reviews list.',
    registers,
  }),
});

const providerMetrics = (registers: Registry[]) => ({
  providerAnswers: new Counter({
    name: 'turnpike_provider_answers_total',
    help: 'What providers answered, by call. unknown: nothing that can be relied on; not_sent: the call was kept back.',
    labelNames: ['provider', 'call', 'answer'] as const,
    registers,
  }),
  providerSeconds: new Histogram({
    name: 'turnpike_provider_call_seconds',
    help: 'How long calls to providers took, waiting for their turn included.',
    labelNames: ['provider', 'call'] as const,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
    registers,
  }),
  openCircuits: new Gauge({
    name: 'turnpike_provider_circuit_open',
    help: '1 while calls of this kind are kept back because the provider failed so often in a row.',
    labelNames: ['provider', 'call'] as const,
    registers,
  }),
});

/** The process's Prometheus metrics. Labels come from closed sets only: never an id, a shop or a URL. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    ...httpMetrics(registers),
    securityEvents: countSecurityEvents(registers),
    ...providerMetrics(registers),
    settlements: new Counter({
      name: 'turnpike_operations_finished_total',
      help: 'Operations that reached a terminal status.',
      labelNames: ['type', 'status'] as const,
      registers,
    }),
    ...suspenseMetrics(registers),
    ...receiptMetrics(registers),
    undecidedCreates: new Gauge({
      name: 'turnpike_undecided_creates',
      help: 'Creates whose lease ran out without a decision, at the last sweep.',
      registers,
    }),
    numbersShredded: new Counter({
      name: 'turnpike_numbers_shredded_total',
      help: 'Destination numbers removed because their operations ended long enough ago.',
      registers,
    }),
    ratesPublished: new Gauge({
      name: 'turnpike_rates_timestamp_seconds',
      help: 'From when on the newest table of a feed of exchange rates holds, as a Unix time.',
      labelNames: ['source'] as const,
      registers,
    }),
    openAttempts: new Gauge({
      name: 'turnpike_payment_attempts_open',
      help: 'Attempts of payments of which nothing was learned for over five minutes; see turnpike payments list.',
      registers,
    }),
    stuckLegs: new Gauge({
      name: 'turnpike_payout_legs_stuck',
      help: 'Legs of payouts whose outcome has been open for over five minutes; see turnpike payouts list.',
      registers,
    }),
    deliveries: new Counter({
      name: 'turnpike_webhook_deliveries_total',
      help: 'Webhook delivery attempts by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    jobFailures: new Counter({
      name: 'turnpike_job_failures_total',
      help: 'Background work that threw.',
      labelNames: ['job'] as const,
      registers,
    }),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
