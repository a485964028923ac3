type Fields = Readonly<Record<string, unknown>>;

export type Occurrence = {
  readonly operationId: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  /** The page that shows the operation, and where on it. */
  readonly reference: string;
  readonly anchor: string;
  /** What the contract says about the response. */
  readonly description: string;
};

export type ProblemExample = {
  readonly value: Fields;
  readonly occurrences: readonly Occurrence[];
  /** Where it occurs, for a problem that belongs to no operation. */
  readonly elsewhere?: string;
};

export type Contract = {
  readonly title: string;
  readonly version: string;
  readonly summary: string;
  readonly operations: readonly Omit<Occurrence, 'description'>[];
  /** By problem code. */
  readonly problems: ReadonlyMap<string, ProblemExample>;
};

const methods = ['get', 'put', 'post', 'delete', 'patch'];

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});

const createResolve = (document: unknown) => {
  const resolve = (value: unknown): Fields => {
    const reference = fieldsOf(value)['$ref'];
    if (typeof reference !== 'string') return fieldsOf(value);
    const names = reference.split('/').slice(1);
    return resolve(names.reduce<unknown>((parent, name) => resolve(parent)[name.replaceAll('~1', '/')], document));
  };
  return resolve;
};

const operationsOf = (document: Fields, reference: string) =>
  Object.entries(fieldsOf(document['paths'])).flatMap(([path, item]) =>
    Object.entries(fieldsOf(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => {
        const { operationId, summary, responses, tags } = fieldsOf(operation);
        const [tag] = tags as readonly string[];
        const anchor = `tag/${String(tag).toLowerCase()}/${method.toUpperCase()}${path}`;
        return {
          operationId: String(operationId),
          summary: String(summary),
          method,
          path,
          reference,
          anchor,
          responses,
        };
      }),
  );

/** Reads what the pages need out of a bundled OpenAPI document. */
export const readContract = (text: string, reference: string): Contract => {
  const document = JSON.parse(text) as Fields;
  const resolve = createResolve(document);
  const operations = operationsOf(document, reference);
  const problems = new Map<string, { value: Fields; occurrences: Occurrence[]; elsewhere?: string }>();
  for (const { responses, ...operation } of operations) {
    for (const response of Object.values(fieldsOf(responses)).map(resolve)) {
      const content = fieldsOf(fieldsOf(response['content'])['application/problem+json']);
      for (const [name, example] of Object.entries(fieldsOf(content['examples']))) {
        const value = fieldsOf(resolve(example)['value']);
        const code = String(value['code']);
        const problem = problems.get(code) ?? { value, occurrences: [] };
        // Of several examples of one code the one named after it is shown.
        if (name === code) problem.value = value;
        const isNew = !problem.occurrences.some(({ operationId }) => operationId === operation.operationId);
        if (isNew) problem.occurrences.push({ ...operation, description: String(response['description']) });
        problems.set(code, problem);
      }
    }
  }
  for (const [code, example] of Object.entries(fieldsOf(document['x-problems']))) {
    const { value, description } = fieldsOf(example);
    problems.set(code, { value: fieldsOf(value), occurrences: [], elsewhere: String(description) });
  }
  const { title, version, summary } = fieldsOf(document['info']);
  return {
    title: String(title),
    version: String(version),
    summary: String(summary),
    operations: operations.map(({ responses: _responses, ...operation }) => operation),
    problems,
  };
};
