import { fieldsOf, textOf } from './scenarios.ts';

/**
 * Which operation a merchant's identifier led to last. Scenarios are remembered, not states: the same request always
 * gets the same answer, so that runs of a test suite against one mock do not depend on each other.
 */
export type Memory = {
  readonly find: (apiKey: string, merchantOperationId: string) => string | undefined;
  readonly note: (apiKey: string, requestBody: unknown, status: number, answerBody: unknown) => void;
};

const operationIdIn = (answer: unknown): string | undefined =>
  textOf(fieldsOf(answer)['operation_id']) ?? textOf(fieldsOf(fieldsOf(answer)['operation'])['operation_id']);

export const createMemory = (capacity = 10_000): Memory => {
  const remembered = new Map<string, string>();
  return {
    find: (apiKey, merchantOperationId) => remembered.get(`${apiKey} ${merchantOperationId}`),
    note: (apiKey, requestBody, status, answerBody) => {
      const merchantOperationId = textOf(fieldsOf(requestBody)['merchant_operation_id']);
      if (!merchantOperationId) return;
      const name = `${apiKey} ${merchantOperationId}`;
      remembered.delete(name);
      const operationId = operationIdIn(answerBody);
      // A rejected create leaves no operation.
      if (status !== 200 || !operationId) return;
      remembered.set(name, operationId);
      const [oldest] = remembered.keys();
      if (remembered.size > capacity && oldest !== undefined) remembered.delete(oldest);
    },
  };
};
