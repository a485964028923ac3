import type { MockOperation } from './prism.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One operation as the examples tell it: how it was created, and where it stands later. */
export type Scenario = {
  readonly operationId: string;
  readonly type: string;
  readonly status: string;
  readonly cancelReason?: string;
  /** Name of the example of `getOperationState`. */
  readonly stateExample: string;
};

export type Scenarios = {
  readonly find: (operationId: string) => Scenario | undefined;
  /** The operation that the create examples give this identifier. */
  readonly operationIdOf: (merchantOperationId: string) => string | undefined;
};

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const creates = ['createPayment', 'createPayout'];

const byOperationId = (operations: readonly MockOperation[], names: readonly string[]): readonly MockOperation[] =>
  operations.filter(({ operationId }) => names.includes(operationId));

/** Every create example by the operation it answers with, and the identifier its request example sent. */
const createExamples = (operations: readonly MockOperation[]) =>
  byOperationId(operations, creates).flatMap(({ examples, requestExamples }) =>
    examples
      .filter(({ status }) => status === 200)
      .map(({ name, value }) => {
        const { operation_id: id, type } = fieldsOf(value);
        const request = fieldsOf(requestExamples.find((example) => example.name === name)?.value);
        return {
          operationId: String(id),
          laterExample: `${String(type)}_${name}`,
          sentAs: request['merchant_operation_id'],
        };
      }),
  );

/**
 * The examples of one operation share its operation_id. Where several states are shown (pending, completed) the scenario
 * is the one named after the create example: `payment_<scenario>`.
 */
export const readScenarios = (operations: readonly MockOperation[]): Scenarios => {
  const created = createExamples(operations);
  const laterExamples = new Set(created.map(({ laterExample }) => laterExample));
  const scenarios = new Map<string, Scenario>();
  for (const { name, value, status: httpStatus } of byOperationId(operations, ['getOperationState'])[0]?.examples ??
    []) {
    const { operation_id: id, type, status, cancel_reason: reason } = fieldsOf(value);
    const operationId = textOf(id);
    if (httpStatus !== 200 || !operationId || (scenarios.has(operationId) && !laterExamples.has(name))) continue;
    const cancelReason = textOf(reason);
    const scenario = { operationId, type: String(type), status: String(status), stateExample: name };
    scenarios.set(operationId, cancelReason ? { ...scenario, cancelReason } : scenario);
  }
  const sent = new Map(created.map(({ sentAs, operationId }) => [sentAs, operationId]));
  return {
    find: (operationId) => scenarios.get(operationId),
    operationIdOf: (merchantOperationId) => sent.get(merchantOperationId),
  };
};
