/** What a merchant was answered, and when it asked and heard, on the merchant's own monotonic clock. */
export type Answered = {
  readonly request: 'create' | 'cancel' | 'confirm' | 'read';
  readonly fromMs: number;
  readonly toMs: number;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The file that was uploaded. */
  readonly sent?: string;
};

/** What the database says in the end of the operation that holds the identifier. */
export type Held = {
  readonly operation_id: string;
  readonly type: 'payment' | 'payout';
  readonly status: string;
  readonly cancel_reason: string | null;
  readonly actual_amount: string;
  readonly attempt_id: string | null;
  /** What the payment was when its merchant cancelled it; null: it was not, or nothing was there. */
  readonly cancelled_from: string | null;
};

const details = ['number', 'name', 'bankname', 'bankname_details'];

/**
 * Exact answers of each request; whatever else comes (503, a broken connection) is no answer at all. 412: a receipt is under
 * review, or cannot be taken.
 */
const definite = { create: [200, 424], cancel: [200, 412], confirm: [200, 412], read: [200, 404] } as const;

const isTerminal = (status: unknown): boolean => status === 'completed' || status === 'cancelled';

/** The operation that an answer shows, wherever it stands in it. */
const shown = ({ request, status, body }: Answered): Readonly<Record<string, unknown>> | null => {
  if (status !== 200) return null;
  return request === 'cancel' ? (body['operation'] as Readonly<Record<string, unknown>>) : body;
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

const between = (earlier: Answered, later: Answered): string[] => {
  const [before, after] = [shown(earlier), shown(later)];
  if (before === null) return [];
  // A cancellation that came before any create is read as nothing until that create has come.
  if (later.status === 412) {
    const isLost = later.request === 'confirm' && earlier.sent === later.sent;
    return isLost ? [`the ${String(later.sent)} file was taken, and is refused when it is sent again`] : [];
  }
  const isOfNothing = earlier.request === 'cancel' && later.request === 'read';
  if (after === null)
    return isOfNothing ? [] : [`a ${later.request} answers ${later.status} although there was an operation`];
  if (!isTerminal(before['status'])) return [];
  return differences(before, after).map(
    (name) => `${name} was ${String(before[name])} and is ${String(after[name])} after the end`,
  );
};

/** How a single answer contradicts what is true in the end. */
const againstTruth = (answer: Answered, held: Held | null): string[] => {
  const { request, status, body } = answer;
  const operation = shown(answer);
  if (operation === null) return [];
  if (held === null) return [`a ${request} was answered ${status}, and no operation holds the identifier`];
  const contradictions: string[] = [];
  if (operation['operation_id'] !== held.operation_id) contradictions.push(`a ${request} named another operation`);
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

/** Everything in which the answers about one identifier contradict each other, or the truth. */
export const contradictionsIn = (answers: readonly Answered[], held: Held | null): readonly string[] => [
  ...answers.flatMap((answer) => [
    ...((definite[answer.request] as readonly number[]).includes(answer.status)
      ? []
      : [`a ${answer.request} was answered ${answer.status} ${JSON.stringify(answer.body)}`]),
    ...againstTruth(answer, held),
  ]),
  ...answers.flatMap((earlier) =>
    answers.filter((later) => later.fromMs > earlier.toMs).flatMap((later) => between(earlier, later)),
  ),
  ...(held?.cancel_reason === 'merchant' && held.actual_amount !== '0.00'
    ? ['money is booked on a cancelled payment']
    : []),
];
