const resolved = (node, { resolve }) => (node?.$ref === undefined ? node : resolve(node).node);

/** Webhooks are operations of the merchant's server, so most rules look at `paths` only. */
const inPaths = (Operation) => ({ Paths: { PathItem: { Operation } } });

/** The operationId is the name of the handler, in code: a verb and a noun, camelCase. */
export const operationId = () =>
  inPaths((operation, { report, location }) => {
    if (!/^[a-z]+([A-Z][a-z0-9]*)+$/.test(operation.operationId ?? ''))
      report({ message: 'An operation has a camelCase operationId of a verb and a noun.', location });
  });

/** Whether every way in needs credentials: `{}` among the alternatives is one without. */
export const isKeyed = ({ security }) =>
  security === undefined || (security.length > 0 && security.every((way) => Object.keys(way).length > 0));

const hasScopes = ({ security = [] }) => security.some((way) => Object.values(way).some(({ length }) => length > 0));

/** The statuses any request to an operation can meet, whatever the operation does. */
const unavoidable = (operation) => [
  '405',
  '503',
  ...(isKeyed(operation) ? ['401', '429'] : []),
  ...(hasScopes(operation) ? ['403'] : []),
  ...(operation.requestBody === undefined ? [] : ['400', '413', '415']),
];

export const operationResponses = () =>
  inPaths((operation, { report, location }) => {
    for (const status of unavoidable(operation)) {
      if (operation.responses?.[status] === undefined)
        report({
          message: `This operation can answer ${status}: document it.`,
          location: location.child('responses'),
        });
    }
  });

export const requestId = () =>
  inPaths((operation, context) => {
    const { report, location } = context;
    const parameters = (operation.parameters ?? []).map((parameter) => resolved(parameter, context));
    if (!parameters.some(({ name, in: place }) => name === 'x-request-id' && place === 'header'))
      report({ message: 'Every operation takes the x-request-id header.', location });
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if (resolved(response, context)?.headers?.['x-request-id'] === undefined)
        report({
          message: 'Every response carries the x-request-id header.',
          location: location.child(['responses', status]),
        });
    }
  });

/** Named examples are scenarios for the mock, the documentation and the tests: no body goes without. */
export const mediaTypesShown = () => ({
  MediaType: (mediaType, { report, location }) => {
    if (mediaType.schema === undefined) report({ message: 'A body has a schema.', location });
    if (Object.keys(mediaType.examples ?? {}).length === 0)
      report({ message: 'A body has at least one named example.', location });
  },
});
