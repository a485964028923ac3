import type { Json, Passed, Returned } from '#test/support/broken-connector';
import { withJson } from '#test/support/broken-connector';
import {
  problem,
  refusing,
  rememberCreates,
  replace,
  telling,
  json,
  type Breaking,
  type Create,
} from './parts-fixture.ts';

type Change = (call: Passed, returned: Returned, creates: readonly Create[]) => void;

/** Changes answers by the creates of the attempt so far, the one that is answered now among them. */
const byCreates =
  (change: Change): Breaking =>
  () => {
    const creates = rememberCreates();
    return {
      before: creates.begin,
      after: (call, returned) => {
        change(call, returned, creates.of(call));
        creates.end(call, returned);
      },
    };
  };

const createOf = { payment: 'createPayment', payout: 'createPayout' } as const;
type Direction = keyof typeof createOf;

const numberOf = (order: Json | undefined): unknown => (order?.['destination'] as Json | undefined)?.['number'];
const nameOf = (order: Json): unknown => (order['client'] as Json)['ip'];
const kopecksOf = (order: Json | undefined): string => String(order?.['amount']).slice(-2);

/** One after the other, and about the same order. */
const isRepeated = (creates: readonly Create[]): boolean => {
  const [first, second] = creates;
  if (first === undefined || second === undefined || !second.isAlone) return false;
  return JSON.stringify(first.order) === JSON.stringify(second.order);
};

const repeated = (direction: Direction): Breaking =>
  byCreates((call, returned, creates) => {
    const isPlain = kopecksOf(creates[0]?.order) === '58' && creates[0]?.answer?.['status'] === 'open';
    if (call.operationId !== createOf[direction] || !isRepeated(creates) || !isPlain) return;
    // What was voided meanwhile is another thing.
    if (returned.status === 200 && (JSON.parse(returned.body.toString()) as Json)['status'] === 'voided') return;
    replace(returned, problem('attempt_reused', call));
  });

const atOnce =
  (direction: Direction): Breaking =>
  () => {
    const underWay = new Set<string>();
    return {
      instead: (call) => {
        if (call.operationId !== createOf[direction]) return null;
        if (underWay.has(call.path)) return problem('too_many_requests', call);
        underWay.add(call.path);
        return null;
      },
      after: (call) => void underWay.delete(call.path),
    };
  };

/** Takes another order under the attempt id for the first one. */
const takenForTheFirst = (direction: Direction, isOther: (first: Json, second: Json) => boolean): Breaking =>
  byCreates((call, returned, creates) => {
    const [first, second] = creates;
    if (call.operationId !== createOf[direction] || returned.status !== 409 || !first?.answer || !second) return;
    if (isOther(first.order, second.order)) replace(returned, json(first.answer, call));
  });

const otherDetails = (direction: Direction): Breaking =>
  byCreates((call, returned, [first, second]) => {
    if (call.operationId !== createOf[direction] || !first || !second) return;
    if (nameOf(first.order) !== nameOf(second.order)) replace(returned, problem('attempt_reused', call));
  });

const lookUp = (operationId: string, from: string, change: (body: Json) => void): Breaking =>
  telling(operationId, (body) => {
    if (body['status'] === from) change(body);
  });

const declinedForgotten = (direction: Direction, kopecks: string): Breaking =>
  byCreates((call, returned, creates) => {
    const isLookUp = call.operationId === (direction === 'payment' ? 'lookUpPayment' : 'lookUpPayout');
    if (!isLookUp || kopecksOf(creates[0]?.order) !== kopecks) return;
    withJson(returned, (body) => {
      for (const name of ['reason', 'detail']) delete body[name];
      body['status'] = 'not_found';
    });
  });

const ofDirection = (direction: Direction, declinedKopecks: string): Readonly<Record<string, Breaking>> => ({
  [`${direction}_taken`]: telling(createOf[direction], (body, call) => {
    if (body['status'] !== 'open' || !call.body.includes('.58"')) return;
    const attemptId = body['attempt_id'];
    for (const name of Object.keys(body)) delete body[name];
    Object.assign(body, { attempt_id: attemptId, status: 'declined', reason: 'other' });
  }),
  [`${direction}_repeated`]: repeated(direction),
  [`${direction}_at_once`]: atOnce(direction),
  [`${direction}_with_another_amount`]: takenForTheFirst(
    direction,
    (first, second) => first['amount'] !== second['amount'] && numberOf(first) === numberOf(second),
  ),
  [`${direction}_with_other_details`]: otherDetails(direction),
  [`${direction}_of_unknown_method`]: telling(createOf[direction], (body) => {
    if (body['reason'] === 'method_unavailable') body['reason'] = 'other';
  }),
  [`${direction}_declined`]: declinedForgotten(direction, declinedKopecks),
});

const totalsOf = (kopecks: string, direction: Direction, change: (body: Json) => void): Breaking =>
  byCreates((call, returned, creates) => {
    const isLookUp = call.operationId === (direction === 'payment' ? 'lookUpPayment' : 'lookUpPayout');
    if (!isLookUp || returned.status !== 200 || kopecksOf(creates[0]?.order) !== kopecks) return;
    withJson(returned, (body) => {
      if (body['status'] === 'paid' || body['status'] === 'failed') change(body);
    });
  });

const twice = (body: Json): void => {
  body['paid_total'] = '2000.00';
  body['evidence'] = { status: 'none', items: [] };
};

const destination = { number: '2200000000000004', name: 'X', bankname: 'sber', bankname_details: 'X' };
const openPayment = (call: Passed): Json => ({
  attempt_id: call.path.split('/').at(-1),
  status: 'open',
  currency: 'RUB',
  paid_total: '0.00',
  evidence: { status: 'complete', items: [] },
  destination,
  receipt_required: false,
});
const openPayout = (call: Passed): Json => {
  const { destination: _destination, receipt_required: _isRequired, ...rest } = openPayment(call);
  return { ...rest, returned_total: '0.00' };
};

/** Says that nothing was done, and does it after that. */
const placedAfterAll: Breaking = () => ({
  meanwhile: (call) =>
    call.operationId === 'createPayment' && call.body.includes('.53"') ? problem('not_carried_out', call) : null,
});

/** By the check that finds it. */
export const brokenOrders: Readonly<Record<string, Breaking>> = {
  ...ofDirection('payment', '51'),
  ...ofDirection('payout', '99'),
  payment_not_found: lookUp('lookUpPayment', 'not_found', (body) => {
    body['status'] = 'voided';
  }),
  payout_not_found: lookUp('lookUpPayout', 'not_found', (body) => {
    Object.assign(body, { status: 'declined', reason: 'other' });
  }),
  payout_to_another_number: takenForTheFirst(
    'payout',
    (first, second) => numberOf(first) !== undefined && numberOf(first) !== numberOf(second),
  ),
  attempt_of_the_other_direction: () => {
    const seen = new Set<string>();
    return {
      before: (call) => {
        if (call.operationId === 'createPayment') seen.add(call.path.split('/').at(-1) ?? '');
      },
      after: (call, returned) => {
        const isOther = call.operationId === 'createPayout' && seen.has(call.path.split('/').at(-1) ?? '');
        if (isOther && returned.status === 409) replace(returned, json(openPayout(call), call));
      },
    };
  },
  void_ends: byCreates((call, returned, [first]) => {
    if (call.operationId !== 'lookUpPayment' || first?.answer?.['status'] !== 'open') return;
    const { status } = JSON.parse(returned.body.toString()) as Json;
    if (status === 'voided') replace(returned, json(openPayment(call), call));
  }),
  void_before_create: byCreates((call, returned, creates) => {
    if (call.operationId !== 'createPayment' || creates.length !== 1 || returned.status !== 200) return;
    const { status } = JSON.parse(returned.body.toString()) as Json;
    if (status === 'voided') replace(returned, json(openPayment(call), call));
  }),
  payment_paid: totalsOf('00', 'payment', twice),
  payout_paid: totalsOf('00', 'payout', twice),
  payment_paid_in_part: totalsOf('57', 'payment', (body) => {
    body['status'] = 'failed';
  }),
  payout_failed: totalsOf('51', 'payout', (body) => {
    body['paid_total'] = '1000.51';
  }),
  deadline_kept: placedAfterAll,
  payout_of_unknown_outcome: byCreates((call, returned, [first]) => {
    if (call.operationId !== 'lookUpPayout' || kopecksOf(first?.order) !== '53') return;
    replace(returned, json({ attempt_id: call.path.split('/').at(-1), status: 'not_found' }, call));
  }),
  evidence_of_nothing: () => ({
    after: (call, returned) => {
      if (call.operationId !== 'fetchEvidence' || returned.status !== 404) return;
      const evidence = { status: 'none', items: [] };
      replace(returned, json({ attempt_id: call.path.split('/')[4], evidence }, call));
    },
  }),
  document_fetched: () => ({
    after: (call, returned) => {
      if (call.operationId === 'fetchDocument' && returned.status === 200) returned.body = Buffer.from('<html></html>');
    },
  }),
  evidence_later: totalsOf('61', 'payout', (body) => {
    body['evidence'] = { status: 'none', items: [] };
  }),
  receipt_of_nothing: refusing('submitReceipt', 'attempt_not_found', 'receipt_not_expected'),
  receipt_not_expected: refusing('submitReceipt', 'receipt_not_expected', 'attempt_not_found'),
  receipt_accepted: telling('submitReceipt', (body) => {
    if (body['verdict'] !== 'accepted') return;
    for (const name of ['currency', 'paid_total', 'evidence']) delete body[name];
    body['verdict'] = 'rejected';
  }),
  receipt_doubtful: telling('submitReceipt', (body) => {
    if (body['verdict'] !== 'doubtful') return;
    delete body['doubt'];
    body['verdict'] = 'rejected';
  }),
  answers_in_time: () => ({
    after: (call, returned) => {
      if (call.operationId === 'createPayout' && call.body.includes('.53"')) returned.status = -1;
    },
  }),
  totals_grow: byCreates((call, returned, creates) => {
    const isFirst = call.operationId === 'createPayment' && creates.length === 1 && returned.status === 200;
    if (!isFirst || kopecksOf(creates[0]?.order) !== '58') return;
    withJson(returned, (body) => {
      if (body['status'] === 'open')
        Object.assign(body, { paid_total: '5.00', evidence: { status: 'none', items: [] } });
    });
  }),
};
