import { dataOf, returning, signedAnew, type Breaking } from './parts-fixture.ts';

const acknowledging =
  (answered: number, told: number): Breaking =>
  () => ({ acknowledged: (_sent, status) => (status === answered ? told : status) });

/** By the check that finds it. */
export const brokenCallbacks: Readonly<Record<string, Breaking>> = {
  callback_told: () => ({
    callback: (sent) => [
      signedAnew(sent, (body) => {
        body['shop_id'] = '019c2a11-03f4-7d19-8b55-6a0f9e1c7d20';
      }),
    ],
  }),
  callback_after_error: acknowledging(500, 204),
  callback_after_silence: () => ({ patienceMs: 8_000 }),
  callback_after_break: acknowledging(0, 204),
  callback_id_stable: () => {
    let count = 0;
    return {
      callback: (sent) => {
        count += 1;
        return [signedAnew(sent, () => undefined, { id: `event-${count}` })];
      },
    };
  },
  callback_recorded: () => ({ againAfter: 204 }),
  callback_not_mended: () => ({ againAfter: 404 }),
  callback_early: () => ({
    callback: (sent) =>
      String(dataOf(sent)['paid_total']).endsWith('.59')
        ? [
            signedAnew(sent, (_body, data) => {
              data['paid_total'] = '5000.59';
            }),
          ]
        : [sent],
  }),
  payout_returned: () => ({ callback: returning('2000.00') }),
  callback_form: () => ({
    callback: (sent) => [
      signedAnew(sent, (_body, data) => {
        delete data['evidence'];
      }),
    ],
  }),
  callback_signed: () => ({
    callback: (sent) => [{ ...sent, headers: { ...sent.headers, 'webhook-signature': 'v1,bm8gc2lnbmF0dXJl' } }],
  }),
  callback_on_time: () => ({
    callback: (sent) => [signedAnew(sent, () => undefined, { time: new Date(Date.now() - 600_000) })],
  }),
};
