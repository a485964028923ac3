import { envelope } from './error-table.js';
import { completed } from './problem-examples.js';
import { completed as refused } from './refusal-examples.js';
import { connectorTable, violationGroups } from './problem-table.js';

const headings = {
  contract: 'the contract',
  body: 'the body and the request as such',
  method: 'the payment method',
  other: 'single fields',
};

const shownSentence = (sentence) => sentence.replace(/\{(\w+)\}/g, '*$1*');

const violationTable = () => {
  const rows = Object.entries(violationGroups).flatMap(([group, sentences]) =>
    Object.entries(sentences).map(
      ([code, sentence]) => `| ${headings[group] ?? group} | \`${code}\` | ${shownSentence(sentence)} |`,
    ),
  );
  return ['| Rule of | `code` | `message` |', '|---|---|---|', ...rows].join('\n');
};

const json = (value) => ['```json', JSON.stringify(value, null, 2), '```'].join('\n');

const problem = () => {
  const errors = [{ path: '/body/amount', code: 'required' }];
  return json(completed({ code: 'invalid_request', errors }));
};

const connectorProblem = () => json(completed({ code: 'not_carried_out' }, connectorTable));

const connectorProblemTable = () => {
  const rows = Object.entries(connectorTable.problems).map(
    ([code, { status, detail, effect }]) => `| ${status} | \`${code}\` | ${detail} | *${effect}* |`,
  );
  return ['| Status | `code` | Meaning | Effect |', '|---|---|---|---|', ...rows].join('\n');
};

const envelopeTable = () => {
  const rows = Object.values(envelope).map(
    ({ status, codeError, codeErrorExt, message }) =>
      `| ${status} | \`${codeError}\` | \`${codeErrorExt}\` | ${message} |`,
  );
  return ['| Status | `codeError` | `codeErrorExt` | `message` |', '|---|---|---|---|', ...rows].join('\n');
};

const refusal = () => {
  const places = [{ path: '/body/clientID', code: 'required' }];
  return json(refused({ refusal: 'invalid_request', places }));
};

/** The guide with what stands in for its placeholders. */
export const withParts = (guide) =>
  guide
    .replace('<!-- violation-table -->', violationTable())
    .replace('<!-- problem-example -->', problem())
    .replace('<!-- connector-problem-example -->', connectorProblem())
    .replace('<!-- connector-problem-table -->', connectorProblemTable())
    .replace('<!-- envelope-table -->', envelopeTable())
    .replace('<!-- refusal-example -->', refusal());

/** The guide shows the sentences that are really sent, so they are put in when the document is bundled. */
export const guideParts = () => ({
  Info: {
    leave: (info) => {
      if (typeof info.description === 'string') info.description = withParts(info.description);
    },
  },
});
