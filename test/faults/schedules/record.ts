import type { Api } from '#platform/apis';

/** What a merchant was answered, and when it asked and heard, on the merchant's own monotonic clock. */
export type Answered = {
  readonly request: 'create' | 'cancel' | 'confirm' | 'read' | 'find';
  /** What names its operation for good, as one of `Held.keys`; null: nothing does. */
  readonly key: string | null;
  readonly fromMs: number;
  readonly toMs: number;
  readonly status: number;
  /** In the words of the core; of `find` all operations of the identifier. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The file that was uploaded. */
  readonly sent?: string;
};

/** What the database says in the end of an operation with the identifier. */
export type Held = {
  readonly operation_id: string;
  readonly type: 'payment' | 'payout';
  readonly status: string;
  readonly cancel_reason: string | null;
  readonly actual_amount: string;
  readonly attempt_id: string | null;
  /** What the payment was when its merchant cancelled it; null: it was not, or nothing was there. */
  readonly cancelled_from: string | null;
  /** Whether no other may have the identifier. */
  readonly is_holding: boolean;
  readonly keys: readonly string[];
};

export type Truth = {
  /** The newest first. Where none lets its identifier go there is one at most. */
  readonly held: readonly Held[];
  /** Whether there were creates of which no operation came. */
  readonly hasRefused: boolean;
};

const details = ['number', 'name', 'bankname', 'bankname_details'];

/**
 * Exact answers of each request; whatever else comes (503, a broken connection) is no answer at all. 412: a receipt is under
 * review, or cannot be taken. 404: nothing has the identifier; 409: something has it.
 */
const definite = {
  v1: { create: [200, 424], cancel: [200, 412], confirm: [200, 412], read: [200, 404], find: [] },
  h2h: { create: [200, 409, 424], cancel: [], confirm: [], read: [200], find: [200] },
} as const satisfies Record<Api, Record<Answered['request'], readonly number[]>>;

const isDefinite = (api: Api, { request, status, key }: Answered): boolean =>
  // What names its create by a key is refused by no other: that one has failed.
  (definite[api][request] as readonly number[]).includes(status) && !(status === 409 && key !== null);

const isTerminal = (status: unknown): boolean => status === 'completed' || status === 'cancelled';

type Shown = Readonly<Record<string, unknown>>;

/** The operations that an answer shows, wherever they stand in it. */
const shown = ({ request, status, body }: Answered): readonly Shown[] => {
  if (status !== 200) return [];
  if (request === 'find') return body['operations'] as readonly Shown[];
  return [request === 'cancel' ? (body['operation'] as Shown) : body];
};

const figures = [
  'status',
  'actual_amount',
  'recorded_amount',
  'settlement_amount',
  'commission_amount',
  'cancel_reason',
];

/** Figures that both show and that are not the same. A cancellation's answer shows no more than the status. */
const differences = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): string[] =>
  figures.filter((name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name]);

/** Whether an answer had to show an operation, or a create to be refused for it. */
const overlooks = (answer: Answered, held: Held | undefined): boolean => {
  const { request, status, key } = answer;
  if (held === undefined) return false;
  if (request === 'find' || (key !== null && held.keys.includes(key))) return true;
  // What a create was answered for its own key stays so, whatever came of the identifier later.
  return request === 'create' && held.is_holding && (status === 424 || (status === 200 && key === null));
};

const between = (earlier: Answered, later: Answered, { held }: Truth): string[] => {
  const before = shown(earlier);
  if (before.length === 0) return [];
  // A cancellation that came before any create is read as nothing until that create has come.
  if (later.status === 412) {
    const isLost = later.request === 'confirm' && earlier.sent === later.sent;
    return isLost ? [`the ${String(later.sent)} file was taken, and is refused when it is sent again`] : [];
  }
  if (earlier.request === 'cancel' && later.request === 'read' && later.status === 404) return [];
  return before.flatMap((operation) => {
    const id = operation['operation_id'];
    const after = shown(later).find((one) => one['operation_id'] === id);
    if (after === undefined) {
      const isOverlooked = overlooks(
        later,
        held.find((one) => one.operation_id === id),
      );
      return isOverlooked ? [`a ${later.request} answers ${later.status} although there was an operation`] : [];
    }
    if (!isTerminal(operation['status'])) return [];
    return differences(operation, after).map(
      (name) => `${name} was ${String(operation[name])} and is ${String(after[name])} after the end`,
    );
  });
};

/** How what one answer shows contradicts what is true in the end. */
const againstTruth = (answer: Answered, operation: Shown, truth: Truth): string[] => {
  const { request, status, body, key } = answer;
  const held = truth.held.find((one) => one.operation_id === operation['operation_id']);
  if (truth.held.length === 0) return [`a ${request} was answered ${status}, and no operation holds the identifier`];
  if (held === undefined || (key !== null && !held.keys.includes(key))) return [`a ${request} named another operation`];
  const contradictions: string[] = [];
  if (request === 'cancel' && body['outcome'] === 'cancelled' && held.cancel_reason !== 'merchant') {
    contradictions.push(`it was cancelled for its merchant, and is ${held.status} / ${held.cancel_reason}`);
  }
  if (request === 'cancel' && body['outcome'] === 'already_terminal' && held.cancel_reason === 'merchant') {
    contradictions.push('it had ended before its cancellation, and is cancelled by its merchant');
  }
  if (isTerminal(operation['status']) && operation['status'] !== held.status) {
    contradictions.push(`it was ${String(operation['status'])}, and is ${held.status}`);
  }
  if (
    operation['status'] === 'completed' &&
    operation['actual_amount'] !== held.actual_amount &&
    request !== 'cancel'
  ) {
    contradictions.push(`${String(operation['actual_amount'])} had arrived, and ${held.actual_amount} in the end`);
  }
  const isIssued = details.some((name) => operation[name] !== undefined);
  const isNeverAccepted = held.attempt_id === null || held.cancelled_from === 'creating';
  if (held.type === 'payment' && isIssued && held.cancel_reason === 'merchant' && isNeverAccepted) {
    contradictions.push(`a ${request} shows details of a payment that was cancelled before any provider accepted it`);
  }
  return contradictions;
};

/** The newest first, each once, and all of them counted. */
const listFaults = ({ request, body }: Answered, { held }: Truth): string[] => {
  if (request !== 'find') return [];
  const listed = (body['operations'] as readonly Shown[]).map((operation) => operation['operation_id']);
  const inOrder = held.map((one) => one.operation_id).filter((id) => listed.includes(id));
  return listed.join() === inOrder.join() && body['total'] === listed.length
    ? []
    : [`${String(body['total'])} operations are said to have the identifier: ${listed.join()}, not ${inOrder.join()}`];
};

const alone = (api: Api, answer: Answered, truth: Truth): string[] => {
  const { request, status, body } = answer;
  if (!isDefinite(api, answer)) return [`a ${request} was answered ${status} ${JSON.stringify(body)}`];
  const isOfNothing = status === 409 && truth.held.length === 0 && !truth.hasRefused;
  return [
    ...(isOfNothing ? ['a create was refused for an operation that there never was'] : []),
    ...listFaults(answer, truth),
    ...shown(answer).flatMap((operation) => againstTruth(answer, operation, truth)),
  ];
};

/** Everything in which the answers about one identifier contradict each other, or the truth. */
export const contradictionsIn = (api: Api, answers: readonly Answered[], truth: Truth): readonly string[] => [
  ...answers.flatMap((answer) => alone(api, answer, truth)),
  ...answers.flatMap((earlier) =>
    answers.filter((later) => later.fromMs > earlier.toMs).flatMap((later) => between(earlier, later, truth)),
  ),
  ...truth.held.flatMap(({ cancel_reason: reason, actual_amount: actual }) =>
    reason === 'merchant' && actual !== '0.00' ? ['money is booked on a cancelled payment'] : [],
  ),
];
