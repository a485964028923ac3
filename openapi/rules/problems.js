import { envelope, token } from './error-table.js';
import { withParts } from './guide-parts.js';
import { tableAt, violations } from './problem-table.js';

const resolved = (node, { resolve }) => (node?.$ref === undefined ? node : resolve(node).node);

/** The status that an example of an error belongs to, in whichever form it is; undefined of other examples. */
const statusOf = (value) => {
  const row = (rows, has) => Object.values(rows).find(has)?.status;
  if (value?.result?.codeError !== undefined && value.result.status === 'error')
    return row(envelope, ({ codeError }) => codeError === value.result.codeError);
  if (value?.error_description !== undefined)
    return row(token, ({ error_description: said }) => said === value.error_description) ?? token[value.error]?.status;
  return value?.request_id === undefined ? undefined : value.status;
};

/** An example of an error has the status of its response. */
export const problemsAgree = () => ({
  Response: (response, context) => {
    const { report, key } = context;
    // In a bundle a shared response is visited by its name: its status is known only from an operation.
    if (!Number.isInteger(Number(key)) || Number(key) < 400) return;
    for (const [type, { examples = {} }] of Object.entries(response.content ?? {})) {
      for (const [name, example] of Object.entries(examples)) {
        const status = statusOf(resolved(example, context)?.value);
        const location = context.location.child(['content', type, 'examples']);
        if (status !== Number(key))
          report({ message: `Example ${name} of response ${key} has status ${status}.`, location });
      }
    }
  },
});

const once = (values) => [...new Set(values)];

const listedCodes = (location) => ({
  ProblemCode: Object.keys(tableAt(location).problems),
  ViolationCode: Object.keys(violations),
  CodeError: ['none', ...once(Object.values(envelope).map(({ codeError }) => codeError))],
  TokenErrorCode: once(Object.values(token).map(({ error }) => error)),
});

/** The codes of the contract are those of the table, in its order. */
export const problemCodesListed = () => ({
  Schema: (schema, { report, location }) => {
    const known = listedCodes(location)[/\/components\/schemas\/(\w+)$/.exec(location.pointer)?.[1]];
    const listed = schema.enum ?? schema['x-extensible-enum'] ?? [];
    if (known !== undefined && listed.join() !== known.join())
      report({ message: `The codes are those of the table of errors: ${known.join(', ')}.`, location });
  },
});

/** A code a merchant can receive but not look up in the guide is an error he cannot act on. */
export const guideNamesProblems = () => {
  let guide = '';
  const codes = [];
  return {
    Info: (info, context) => {
      guide = withParts(resolved(info.description, context) ?? '');
    },
    Schema: (schema, { location }) => {
      if (/\/components\/schemas\/(ProblemCode|CodeError|TokenErrorCode)$/.test(location.pointer))
        codes.push(...(schema['x-extensible-enum'] ?? []));
    },
    Root: {
      leave: (_root, { report, location }) => {
        for (const code of once(codes).filter((code) => !guide.includes(`\`${code}\``)))
          report({
            message: `The guide (info.description) does not explain ${code}.`,
            location: location.child('info'),
          });
      },
    },
  };
};
