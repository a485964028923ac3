import { completed } from './problem-examples.js';
import { violationGroups } from './problem-table.js';

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

const problem = () => {
  const errors = [{ path: '/body/amount', code: 'required' }];
  return ['```json', JSON.stringify(completed({ code: 'invalid_request', errors }), null, 2), '```'].join('\n');
};

/** The guide shows the sentences that are really sent, so they are put in when the document is bundled. */
export const guideParts = () => ({
  Info: {
    leave: (info) => {
      if (typeof info.description !== 'string') return;
      info.description = info.description
        .replace('<!-- violation-table -->', violationTable())
        .replace('<!-- problem-example -->', problem());
    },
  },
});
