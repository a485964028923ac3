import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';

type Logger = Parameters<typeof createInstance>[1]['logger'];
type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];
type PrismRequest = Parameters<ReturnType<typeof createInstance>['request']>[0];

export type MockRequest = {
  readonly query: Readonly<Record<string, string | string[]>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

/** Which documented answer is wanted; left out, Prism takes the first example of the lowest 2xx. */
export type Choice = { readonly status?: number; readonly example?: string };

export type NamedExample = { readonly status: number; readonly name: string; readonly value: unknown };

export type PrismViolation = { readonly path: readonly string[]; readonly code: string; readonly message: string };

export type PrismAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** What is wrong with the request; then `status` is Prism's own choice of an error. */
  readonly violations: readonly PrismViolation[];
};

export type MockOperation = {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly statuses: readonly number[];
  readonly requestExamples: readonly { readonly name: string; readonly value: unknown }[];
  readonly examples: readonly NamedExample[];
  /** Validates the request against the contract, then answers as chosen. */
  readonly ask: (request: MockRequest, choice: Choice) => Promise<PrismAnswer>;
  /** Answers as chosen, whatever the request looks like. */
  readonly tell: (request: MockRequest, choice: Choice) => Promise<PrismAnswer>;
};

const ignore = (): void => undefined;

// Prism logs several lines for each request; that costs it half of its speed.
const silentLogger = {
  child: (): unknown => silentLogger,
  ...Object.fromEntries(
    ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'].map((level) => [level, ignore]),
  ),
} as unknown as Logger;

const settings = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  // The examples are validated when the contract is linted.
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

const errorSeverity = 0;

const createAsk = (operation: PrismOperation, isValidating: boolean): MockOperation['ask'] => {
  const prism = createInstance({ ...settings, mock: { dynamic: false } }, { logger: silentLogger });
  const { method, path } = operation;
  return async ({ query, headers, body }, { status, example }) => {
    const input = { method, url: { path, query }, headers, body } as PrismRequest;
    const mock = {
      dynamic: false,
      ...(status === undefined ? {} : { code: status }),
      ...(example === undefined ? {} : { exampleKey: example }),
    };
    const config = { ...settings, checkSecurity: isValidating, validateRequest: isValidating, mock };
    const result = await prism.request(input, [operation], config)();
    if (result._tag === 'Left') throw result.left;
    const { output, validations } = result.right;
    return {
      status: output.statusCode,
      headers: output.headers ?? {},
      body: output.body,
      violations: validations.input
        .filter(({ severity }) => Number(severity) === errorSeverity)
        .map((found) => ({ path: found.path ?? [], code: String(found.code), message: found.message })),
    };
  };
};

type Examples = readonly { readonly key: string; readonly value?: unknown }[] | undefined;
type Contents = readonly { readonly examples?: unknown }[] | undefined;

const namedValues = (contents: Contents): { readonly name: string; readonly value: unknown }[] =>
  (contents ?? []).flatMap((content) =>
    ((content.examples as Examples) ?? []).map(({ key, value }) => ({ name: key, value })),
  );

/** Reads a bundled OpenAPI document. Prism resolves the references in place, so it gets the text and not an object. */
export const readOperations = async (documentText: string): Promise<readonly MockOperation[]> => {
  const operations = await getHttpOperationsFromSpec(JSON.parse(documentText) as object);
  return operations.map((operation) => ({
    operationId: operation.iid ?? operation.id,
    method: operation.method,
    path: operation.path,
    statuses: operation.responses.map(({ code }) => Number(code)),
    requestExamples: namedValues(operation.request?.body?.contents),
    examples: operation.responses.flatMap(({ code, contents }) =>
      namedValues(contents).map((example) => ({ ...example, status: Number(code) })),
    ),
    ask: createAsk(operation, true),
    tell: createAsk(operation, false),
  }));
};
