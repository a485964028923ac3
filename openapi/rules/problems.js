import { problems, violations } from './problem-table.js';

const resolved = (node, { resolve }) => (node?.$ref === undefined ? node : resolve(node).node);

/** An example of a problem has the status of its response. */
export const problemsAgree = () => ({
  Response: (response, context) => {
    const { report, key } = context;
    const examples = response.content?.['application/problem+json']?.examples ?? {};
    const location = context.location.child(['content', 'application/problem+json', 'examples']);
    for (const [name, example] of Object.entries(examples)) {
      const { status } = resolved(example, context)?.value ?? {};
      // In a bundle a shared response is visited by its name: its status is known only from an operation.
      if (Number.isInteger(Number(key)) && status !== Number(key))
        report({ message: `Example ${name} of response ${key} has status ${status}.`, location });
    }
  },
});

const listedCodes = { ProblemCode: Object.keys(problems), ViolationCode: Object.keys(violations) };

/** The codes of the contract are those of the table, in its order. */
export const problemCodesListed = () => ({
  Schema: (schema, { report, location }) => {
    const known = listedCodes[/\/components\/schemas\/(\w+)$/.exec(location.pointer)?.[1]];
    const listed = schema.enum ?? schema['x-extensible-enum'] ?? [];
    if (known !== undefined && listed.join() !== known.join())
      report({ message: `The codes are those of shared/problem-table.yaml: ${known.join(', ')}.`, location });
  },
});

/** A code a merchant can receive but not look up in the guide is an error he cannot act on. */
export const guideNamesProblems = () => {
  let guide = '';
  let codes = [];
  return {
    Info: (info, context) => {
      guide = resolved(info.description, context) ?? '';
    },
    Schema: (schema, { location }) => {
      if (location.pointer.endsWith('/components/schemas/ProblemCode')) codes = schema.enum ?? [];
    },
    Root: {
      leave: (_root, { report, location }) => {
        for (const code of codes.filter((code) => !guide.includes(`\`${code}\``)))
          report({
            message: `The guide (info.description) does not explain ${code}.`,
            location: location.child('info'),
          });
      },
    },
  };
};
