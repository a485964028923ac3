import { sandboxRows, type SandboxOutcome } from '../generated/shared/sandbox.ts';
import type { Choice, MockOperation } from './prism.ts';
import { isCardNumber } from './is-card-number.ts';
import { fieldsOf, textOf, type Scenarios, type Scenario } from './scenarios.ts';

export type Lookup = {
  readonly scenarios: Scenarios;
  /** The operation this merchant's identifier leads to. */
  readonly operationIdOf: (merchantOperationId: string) => string | undefined;
};

type Chooser = (operation: MockOperation, body: unknown, lookup: Lookup) => Choice;

const notFound = { status: 404, example: 'operation_not_found' } as const;
const ok = (example: string): Choice => ({ status: 200, example });

const findRow = (kopecks: string) => sandboxRows.find((row) => row.kopecks === kopecks);

/** What the sandbox table says about an amount; amounts it does not name fall to its row `*`. */
const outcomeOf = (amount: string, direction: 'payment' | 'payout'): SandboxOutcome | null | undefined =>
  findRow(amount.slice(-2))?.[direction] ?? findRow('*')?.[direction];

/** The request examples that no row stands for (a conversion, a cancelled identifier) get the answer of their name. */
const documentedRequest = ({ requestExamples }: MockOperation, body: unknown): string | undefined => {
  const { merchant_operation_id: id, amount } = fieldsOf(body);
  return requestExamples.find(({ value }) => {
    const sent = fieldsOf(value);
    return sent['merchant_operation_id'] === id && sent['amount'] === amount;
  })?.name;
};

/** The one form of a destination that no schema can tell. */
const hasWrongCard = (direction: 'payment' | 'payout', body: unknown): boolean => {
  const { method, number } = fieldsOf(body);
  return direction === 'payout' && method === 'WT_RUB_C2C' && !isCardNumber(textOf(number) ?? '');
};

const chooseCreate =
  (direction: 'payment' | 'payout'): Chooser =>
  (operation, body, { operationIdOf, scenarios }) => {
    const { merchant_operation_id: id, amount } = fieldsOf(body);
    const known = operationIdOf(textOf(id) ?? '');
    const cancelledBefore = 'cancelled_before_create';
    if (known && scenarios.find(known)?.stateExample === `${direction}_${cancelledBefore}`) return ok(cancelledBefore);
    const named = documentedRequest(operation, body);
    const documented = operation.examples.find(({ name }) => name === named);
    if (documented) return { status: documented.status, example: documented.name };
    if (hasWrongCard(direction, body)) return { status: 400, example: 'number_malformed' };
    const outcome = outcomeOf(textOf(amount) ?? '', direction);
    return outcome ? { status: outcome.httpStatus, example: outcome.example } : {};
  };

const findScenario = (body: unknown, { scenarios, operationIdOf }: Lookup): Scenario | undefined => {
  const { operation_id: id, merchant_operation_id: merchantId } = fieldsOf(body);
  return scenarios.find(textOf(id) ?? operationIdOf(textOf(merchantId) ?? '') ?? '');
};

const chooseState: Chooser = (_operation, body, lookup) => {
  const scenario = findScenario(body, lookup);
  return scenario ? ok(scenario.stateExample) : notFound;
};

const chooseCancel: Chooser = ({ examples }, body, lookup) => {
  const scenario = findScenario(body, lookup);
  // An identifier not used yet can be cancelled in advance, an operation_id cannot.
  if (!scenario) return 'merchant_operation_id' in fieldsOf(body) ? ok('cancelled_before_create') : notFound;
  if (scenario.type === 'payout') return { status: 412, example: 'not_cancellable' };
  if (scenario.status === 'manual_check') return { status: 412, example: 'receipt_under_review' };
  const own = examples.find(
    ({ value }) => fieldsOf(fieldsOf(value)['operation'])['operation_id'] === scenario.operationId,
  );
  if (own) return ok(own.name);
  if (scenario.cancelReason === 'merchant') return ok('cancelled');
  return ok(scenario.status === 'cancelled' ? 'already_expired' : 'already_terminal');
};

const chooseConfirm: Chooser = ({ examples }, body, lookup) => {
  const { operation_id: id, receipt } = fieldsOf(body);
  if (typeof receipt === 'string') return { status: 400, example: 'receipt_not_a_file' };
  const own = examples.find(({ status, value }) => status === 200 && fieldsOf(value)['operation_id'] === id);
  if (own) return ok(textOf(fieldsOf(receipt)['begins'])?.startsWith('%PDF-') ? own.name : 'not_a_pdf');
  return lookup.scenarios.find(textOf(id) ?? '') ? { status: 412, example: 'wrong_state' } : notFound;
};

/** The listed examples are two pages; of one identifier there is the page that holds nothing but its operation. */
const chooseList: Chooser = ({ examples }, query, { operationIdOf }) => {
  const { cursor, merchant_operation_id: id } = fieldsOf(query);
  const pages = examples.filter(({ status }) => status === 200);
  if (id !== undefined) {
    const own = pages.find(({ value }) => {
      const { items } = fieldsOf(value);
      return (
        Array.isArray(items) &&
        items.length === 1 &&
        fieldsOf(items[0])['operation_id'] === operationIdOf(textOf(id) ?? '')
      );
    });
    return ok(own?.name ?? 'nothing_found');
  }
  if (cursor === undefined) return {};
  const isKnown = pages.some(({ value }) => fieldsOf(value)['next_cursor'] === cursor);
  return isKnown ? ok('last_page') : { status: 400, example: 'cursor_wrong' };
};

const choosers: Readonly<Record<string, Chooser>> = {
  createPayment: chooseCreate('payment'),
  createPaymentLink: chooseCreate('payment'),
  createPayout: chooseCreate('payout'),
  getOperationState: chooseState,
  cancelOperation: chooseCancel,
  confirmPayment: chooseConfirm,
  listOperations: chooseList,
};

/** Operations without a chooser answer with their first example. */
export const chooseExample: Chooser = (operation, body, lookup) =>
  choosers[operation.operationId]?.(operation, body, lookup) ?? {};
