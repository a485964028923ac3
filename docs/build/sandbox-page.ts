import { sandboxRows, type SandboxOutcome } from '../../generated/shared/sandbox.ts';
import { renderInline } from './markdown.ts';
import type { Page } from './site.ts';

const seconds = (milliseconds: number): string => `${milliseconds / 1000} s`;

const endOf = ({ laterStatus, cancelReason, manualCheckReason, problemCode }: SandboxOutcome): string => {
  if (problemCode) return `<a href="problems/${problemCode}"><code>${problemCode}</code></a>, nothing is created`;
  const reason = cancelReason ?? manualCheckReason;
  return `<code>${laterStatus ?? ''}</code>${reason ? `, <code>${reason}</code>` : ''}`;
};

const renderOutcome = (outcome: SandboxOutcome | null): string => {
  if (!outcome) return '<td class="none">as any other</td>';
  const answerAfter = outcome.delays?.answerAfterMs;
  const late = answerAfter ? ` (the provider takes ${seconds(answerAfter)})` : '';
  return `<td><p>${renderInline(outcome.summary)}</p>
<p class="ends">${outcome.httpStatus}${late} → ${endOf(outcome)}<br>Example: <code>${outcome.example}</code></p></td>`;
};

/** The table that the gateway's sandbox, the mock and the tests follow. */
export const sandboxPage = (): Page => {
  const rows = sandboxRows.map(({ kopecks, payment, payout }) => {
    const amount = kopecks === '*' ? 'any other' : `<code>.${kopecks}</code>`;
    const payIn = renderOutcome(payment).replace('<td', '<td data-label="Payment"');
    const payOut = renderOutcome(payout).replace('<td', '<td data-label="Payout"');
    return `<tr><th scope="row">${amount}</th>\n${payIn}\n${payOut}</tr>`;
  });
  const html = `<h1>Sandbox</h1>
<p>Test shops are served by the sandbox. It behaves like providers do, and the <strong>kopecks of the amount</strong> choose
how: <code>"1000.57"</code> is paid by half, <code>"1000.51"</code> is declined. The <a href="mock">mock</a> follows the same
table and answers at once.</p>
<p>Delays are those of a gateway at its usual speed; <code>SANDBOX_SPEED</code> divides them. Names of examples are those of
the <a href="reference">API reference</a>.</p>
<table class="sandbox"><thead><tr><th>Kopecks</th><th>Payment</th><th>Payout</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
  return { path: 'sandbox', title: 'Sandbox', group: 'Reference', html };
};
