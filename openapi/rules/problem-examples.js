import { sentenceOf, sharedTable, tableAt } from './problem-table.js';

const requestId = '6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11';

const violation = (place) => ({ path: place.path, message: sentenceOf(place), code: place.code });

/** In the order in which the server writes it. Ours have their sentence under both names, connectors' under that of RFC 9457. */
export const completed = ({ code, errors, ...more }, { type_prefix: prefix, problems } = sharedTable) => {
  const { status, title, message, detail = message } = problems[code];
  const said = message === undefined ? { detail } : { detail, message };
  const list = errors === undefined ? {} : { errors: errors.map(violation) };
  return { type: prefix + code, title, status, ...said, code, ...list, request_id: requestId, ...more };
};

/** An example of a problem names its code and what is particular to it; all else is the table's. */
export const problemExamples = () => {
  const seen = new WeakSet();
  const complete = (holder, key, { report, location }) => {
    const problem = holder[key];
    if (seen.has(holder)) return;
    seen.add(holder);
    const table = tableAt(location);
    if (table.problems[problem?.code] === undefined)
      report({ message: `An example of a problem names a code of the table, not ${problem?.code}.`, location });
    else if (['message', 'detail', 'title', 'type'].some((name) => name in problem))
      report({ message: `What is said about ${problem.code} is in problem-table.yaml alone.`, location });
    else holder[key] = completed(problem, table);
  };
  return {
    MediaType: {
      leave: (mediaType, context) => {
        if (context.key !== 'application/problem+json') return;
        for (const example of Object.values(mediaType.examples ?? {})) {
          const target = example?.$ref === undefined ? example : context.resolve(example).node;
          if (target !== undefined) complete(target, 'value', context);
        }
      },
    },
    Root: {
      leave: (root, context) => {
        // What belongs to no operation.
        for (const example of Object.values(root['x-problems'] ?? {})) {
          if (example.value?.code !== undefined) complete(example, 'value', context);
        }
      },
    },
  };
};
