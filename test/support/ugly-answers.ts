import { gzipSync } from 'node:zlib';
import { newId } from '#platform/ids';
import { orderThatIs, takenPayment, takenPayout, transfer } from './connector-orders.ts';
import { connectorProblem, type ConnectorReply } from './fake-connector.ts';

/** What a sound connector would answer, paid, with these fields in place of its own. */
const paid = (path: string, fields: object = {}): object => {
  const money = { status: 'paid', paid_total: '1000.00', ...fields };
  return path.includes('/payouts/') ? takenPayout(path, money) : takenPayment(path, money);
};
const problem = (fields: object, status = 503): ConnectorReply => ({
  status,
  body: { ...(connectorProblem('not_carried_out', 503) as { readonly body: object }).body, ...fields },
});

const neverEnding: ConnectorReply = {
  take: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(64 * 1_024, ' ');
    let left = 1_600;
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
      response.end('{}');
    };
    more();
  },
};

/** What the contract does not have, or what says that nothing is known: by what it is, and the path that was asked. */
export const uglyAnswers: readonly (readonly [string, (path: string) => ConnectorReply])[] = [
  ['a page in a 200', () => ({ headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' })],
  ['a page that is called JSON', () => ({ body: '<html>Welcome</html>' })],
  ['nothing in a 200', () => ({ body: '' })],
  ['a truncated JSON', (path) => ({ body: JSON.stringify(paid(path)).slice(0, -5) })],
  ['another JSON', () => ({ body: ['paid'] })],
  ['a null', () => ({ body: null })],
  ['a status twice', (path) => ({ body: `${JSON.stringify(paid(path)).slice(0, -1)},"status":"declined"}` })],
  ['a status that the contract does not have', (path) => ({ body: paid(path, { status: 'settled' }) })],
  ['no status', (path) => ({ body: paid(path, { status: undefined }) })],
  ['an amount as a number', (path) => ({ body: paid(path, { paid_total: 1_000.0 }) })],
  ['an amount with an exponent', (path) => ({ body: paid(path, { paid_total: '1e3' }) })],
  ['an amount with three decimals', (path) => ({ body: paid(path, { paid_total: '1000.001' }) })],
  ['an amount below zero', (path) => ({ body: paid(path, { paid_total: '-1.00' }) })],
  ['more money than there is', (path) => ({ body: paid(path, { paid_total: `1${'0'.repeat(30)}.00` }) })],
  ['a null in place of a field', (path) => ({ body: paid(path, { evidence: null }) })],
  ['evidence of half a form', (path) => ({ body: paid(path, { evidence: { status: 'complete' } }) })],
  [
    'a time that there was not',
    (path) => {
      const item = { ...transfer('1000.00'), completed_at: '2026-02-30T09:00:00Z' };
      return { body: paid(path, { evidence: { status: 'complete', items: [item] } }) };
    },
  ],
  ['another attempt', () => ({ body: paid(`/connector/v1/payouts/${newId()}`) })],
  [
    'another attempt, declined',
    (path) => ({ body: { ...orderThatIs(path, 'declined'), attempt_id: newId(), reason: 'other' } }),
  ],
  ['another currency', (path) => ({ body: paid(path, { currency: 'USD' }) })],
  ['a decline in a 201', (path) => ({ status: 201, body: { ...orderThatIs(path, 'declined'), reason: 'other' } })],
  ['a decline in a 422', (path) => ({ status: 422, body: { ...orderThatIs(path, 'declined'), reason: 'other' } })],
  ['a decline without a reason', (path) => ({ body: orderThatIs(path, 'declined') })],
  ['a redirect', () => ({ status: 307, headers: { location: '/elsewhere' }, body: '' })],
  ['a 404 of a web framework', () => ({ status: 404, headers: { 'content-type': 'text/html' }, body: 'Cannot PUT' })],
  [
    'a 401 of a proxy',
    () => ({ status: 401, headers: { 'content-type': 'application/json' }, body: { code: 'unauthorized' } }),
  ],
  ['a 502 of a proxy', () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: 'Bad Gateway' })],
  ['an error that is not known yet', () => problem({ code: 'moon', type: 'urn:turnpike:connector-problem:moon' })],
  ['an error of another type', () => problem({ type: 'about:blank' })],
  ['an error whose type is of another code', () => problem({ type: 'urn:turnpike:connector-problem:invalid_request' })],
  ['an error under another status', () => problem({}, 500)],
  [
    'an error in a 200',
    () => ({ ...problem({}), status: 200, headers: { 'content-type': 'application/problem+json' } }),
  ],
  ['that it does not know', () => connectorProblem('outcome_unknown', 503)],
  ['that it has another order under the attempt', () => connectorProblem('attempt_reused', 409)],
  ['that it has no such address', () => connectorProblem('route_not_found', 404)],
  ['in gzip', (path) => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(JSON.stringify(paid(path))) })],
  ['plainly what is called gzip', (path) => ({ headers: { 'content-encoding': 'gzip' }, body: paid(path) })],
  ['100 MB', () => neverEnding],
  ['a little more than 64 KiB', (path) => ({ body: JSON.stringify(paid(path)).padEnd(64 * 1_024 + 1) })],
  ['more headers than are read', () => ({ headers: { 'x-long': 'x'.repeat(40_000) }, body: '{}' })],
  [
    'half of a body, and hangs up',
    (path) => ({
      take: (response, socket) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '900' });
        response.write(JSON.stringify(paid(path)).slice(0, 40), () => socket.destroy());
      },
    }),
  ],
  ['by hanging up', () => ({ take: (_response, socket) => void socket.destroy() })],
  ['by a reset', () => ({ take: (_response, socket) => void socket.resetAndDestroy() })],
  ['no HTTP', () => ({ take: (_response, socket) => void socket.end('220 mail ready\r\n') })],
];
