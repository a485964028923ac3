import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const placeholder = '<!-- sandbox-table -->';
const source = new URL('../shared/sandbox.yaml', import.meta.url);

const cell = (outcome) => (outcome === null ? '–' : `${outcome.summary} (\`${outcome.scenario}\`)`);

const table = () => {
  const { rows } = parse(readFileSync(source, 'utf8'));
  const lines = rows.map(({ kopecks, payment, payout }) => {
    const label = kopecks === '*' ? 'any other' : `\`.${kopecks}\``;
    return `| ${label} | ${cell(payment)} | ${cell(payout)} |`;
  });
  return ['| Kopecks | Payment | Payout |', '|---|---|---|', ...lines].join('\n');
};

/** The guide shows the table the sandbox really follows, so it is put in when the document is bundled. */
export const sandboxTable = () => ({
  Info: {
    leave: (info) => {
      if (typeof info.description !== 'string') return;
      info.description = info.description.replace(placeholder, table());
    },
  },
});
