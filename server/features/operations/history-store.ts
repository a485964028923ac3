import type { Database } from '#platform/database';
import type { LookedUpRow } from './look-up-store.ts';

type Key = Pick<LookedUpRow, 'shop_id' | 'operation_id'>;

/** An order at a provider: a payment asks one after the other, a payout's legs have one or more each. */
export type ShownAttempt = {
  readonly attemptId: string;
  readonly leg: number;
  readonly position: number;
  readonly provider: string;
  readonly state: string;
  /** Why its provider declined it. */
  readonly reason: string | null;
  readonly reported: string | null;
  readonly amount: string;
  readonly currency: string | null;
  readonly paid: string;
  readonly returned: string;
  readonly suspense: string;
  readonly resolvedBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

// By attempts_by_operation.
export const readAttempts = (database: Database, { shop_id, operation_id }: Key) =>
  database('attempts')
    .where({ shop_id, operation_id })
    .orderBy(['leg', 'position', 'created_at'])
    .select<ShownAttempt[]>({
      attemptId: 'attempt_id',
      leg: 'leg',
      position: 'position',
      provider: 'provider_id',
      state: 'state',
      reason: 'decline_reason',
      reported: 'reported_state',
      amount: 'amount',
      currency: 'currency',
      paid: 'paid_amount',
      returned: 'returned_amount',
      suspense: 'suspense_amount',
      resolvedBy: 'resolved_by',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
    });

export type ShownPosting = {
  readonly transactionId: string;
  readonly kind: string;
  readonly account: string;
  readonly amount: string;
  readonly currency: string;
  readonly at: Date;
};

// By ledger_transactions_by_operation and the postings' primary key.
export const readPostings = (database: Database, key: Key) =>
  database('ledger_transactions as t')
    .join('ledger_postings as p', { 'p.shop_id': 't.shop_id', 'p.transaction_id': 't.transaction_id' })
    .where({ 't.shop_id': key.shop_id, 't.operation_id': key.operation_id })
    .orderBy(['t.created_at', 't.transaction_id', 'p.line'])
    .select<ShownPosting[]>({
      transactionId: 't.transaction_id',
      kind: 't.kind',
      account: 'p.account',
      amount: 'p.amount',
      currency: 'p.currency',
      at: 't.created_at',
    });

export type ShownEvent = {
  readonly eventId: string;
  readonly sequence: number;
  readonly type: string;
  readonly at: Date;
};

// By events_by_operation.
export const readEvents = (database: Database, { shop_id, operation_id }: Key) =>
  database('events').where({ shop_id, operation_id }).orderBy('sequence').select<ShownEvent[]>({
    eventId: 'event_id',
    sequence: 'sequence',
    type: 'type',
    at: 'created_at',
  });

export type ShownDelivery = {
  readonly eventId: string;
  readonly url: string;
  readonly status: string;
  readonly attempts: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
  readonly finishedAt: Date | null;
};

// By events_by_operation and the deliveries' primary key.
export const readDeliveries = (database: Database, key: Key) =>
  database('events as e')
    .join('webhook_deliveries as d', { 'd.shop_id': 'e.shop_id', 'd.event_id': 'e.event_id' })
    .leftJoin('webhook_endpoints as w', { 'w.shop_id': 'd.shop_id', 'w.endpoint_id': 'd.endpoint_id' })
    .where({ 'e.shop_id': key.shop_id, 'e.operation_id': key.operation_id })
    .orderBy(['e.sequence', 'url'])
    .select({
      eventId: 'e.event_id',
      status: 'd.status',
      attempts: 'd.attempts',
      httpStatus: 'd.last_http_status',
      error: 'd.last_error',
      finishedAt: 'd.finished_at',
    })
    // Of its own, or its endpoint's.
    .select<ShownDelivery[]>(database.raw('coalesce(d.url, w.url) as url'));

export type ShownAudit = {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
};

// By audit_log_by_subject.
export const readAudit = (database: Database, { shop_id }: Key, subjects: readonly string[]) =>
  database('audit_log')
    .where({ shop_id })
    .whereIn('subject', [...subjects])
    .orderBy('entry_id')
    .select<ShownAudit[]>({
      at: 'created_at',
      actor: 'actor',
      action: 'action',
      before: 'before',
      after: 'after',
    });
