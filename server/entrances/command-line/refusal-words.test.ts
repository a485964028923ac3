import { describe, expect, it } from '@jest/globals';
import { OperatorRefusal, type OneOf, type SetupFaults } from '#platform/refusals';
import { describeRefusal } from './refusal-words.ts';

const overlap = { from: '0.01', to: '100', isPresent: true };

describe('operators are told', () => {
  it.each<[string, OperatorRefusal]>([
    [
      'TURNPIKE_KEYS does not fit the database: its key fresh, k1 is not the one that the data was sealed with. Put the right key back.',
      new OperatorRefusal('key_ring_wrong', { keyIds: ['fresh', 'k1'] }),
    ],
    [
      'TURNPIKE_KEYS does not fit the database: it lacks the key k1, which is in use there. Put it back; ' +
        'if nothing hangs on it any more, `turnpike keys-ring rotate` lets go of it.',
      new OperatorRefusal('key_ring_incomplete', { keyIds: ['k1'] }),
    ],
    [
      'The shop was charged for 30.00 RUB of this payout, so no more than that can be credited; return the rest or write it off.',
      new OperatorRefusal('suspense_overdrawn', { charged: '30.00', currency: 'RUB' }),
    ],
    [
      'Give an amount above zero and of at most 50.00 RUB, with 2 decimals.',
      new OperatorRefusal('suspense_amount_wrong', { most: '50.00', currency: 'RUB', decimals: 2 }),
    ],
    [
      'An empty list: webhook types are a, b.',
      new OperatorRefusal('event_types_unknown', { types: [], known: ['a', 'b'] }),
    ],
    [
      '0.0125001 is no rate: RUB to USDT is quoted with 6 decimals.',
      new OperatorRefusal('rate_wrong', {
        rate: '0.0125001',
        fault: { code: 'rate_too_fine', details: { from: 'RUB', to: 'USDT', decimals: 6 } },
      }),
    ],
    [
      'The rates at bank.example cannot be read: the connection failed.',
      new OperatorRefusal('table_not_fetched', {
        host: 'bank.example',
        fault: { code: 'connection', details: { reason: null } },
      }),
    ],
    [
      'The payment p of the shop A is completed: no receipt of it is under review. cli:anna asked for another than the last one at now.',
      new OperatorRefusal('not_under_review', {
        operationId: 'p',
        shop: 'A',
        status: 'completed',
        last: { actor: 'cli:anna', decision: 'asked_again', at: 'now' },
      }),
    ],
    ['Shop A has no webhook endpoint e.', new OperatorRefusal('endpoint_not_found', { shop: 'A', endpointId: 'e' })],
    ['The shop has no webhook endpoint e.', new OperatorRefusal('endpoint_not_found', { shop: null, endpointId: 'e' })],
  ])('%s', (sentence, refusal) => {
    expect(describeRefusal(refusal)).toBe(sentence);
  });
});

describe('of a setup file operators are told, in the line of the mistake,', () => {
  it.each<[string, OneOf<SetupFaults>]>([
    ['overlaps the existing tariff for 0.01 to 100', { code: 'tariff_overlaps', details: overlap }],
    ['overlaps the tariff for 0.01 to 100', { code: 'tariff_overlaps', details: { ...overlap, isPresent: false } }],
    ['there is no payment method pigeon', { code: 'no_method', details: { direction: 'payment', method: 'pigeon' } }],
    [
      'mode cannot change from test to live',
      { code: 'fixed_field', details: { field: 'mode', before: 'test', after: 'live' } },
    ],
    ['merchant Acme is named twice', { code: 'named_twice', details: { kind: 'merchant', subject: 'Acme' } }],
    ['is not a setting; did you mean shops?', { code: 'unknown_setting', details: { suggestion: 'shops' } }],
  ])('%s', (sentence, fault) => {
    const problems = [
      { line: 2, place: 'shops[0]', ...fault },
      { line: 1, place: '', ...fault },
    ];
    expect(describeRefusal(new OperatorRefusal('setup_file_wrong', { file: 'shops.yaml', problems }))).toBe(
      `shops.yaml:2: shops[0]: ${sentence}\nshops.yaml:1: ${sentence}`,
    );
  });
});
