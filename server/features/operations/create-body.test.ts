import { describe, expect, it } from '@jest/globals';
import { decimal } from '#platform/money';
import { createKeyRing } from '#platform/secrets';
import { testKeys } from '#test/support/settings';
import { hashRequest, canonicalRequestOf, isSameRequest } from './create-body.ts';
import type { Annotations } from './annotations.ts';

const keyRing = createKeyRing(testKeys);
const money = { amount: decimal('1000.00'), currency: 'RUB' };
const fields = { merchant_operation_id: 'order-1', client_id: 'client', client_ip: null, name: null };
const none = { returnUrl: null, description: null, metadata: null };
const canonicalRequestWith = (annotations: Annotations | null) =>
  canonicalRequestOf('payment', fields, money, annotations);

// As it was written when creates had no annotations.
const formerly =
  '["payment","1000.00","RUB",["client_id","client"],["client_ip",null],["merchant_operation_id","order-1"],["name",null]]';

describe('the canonicalRequest of a create', () => {
  it('without annotations fits the digests of a time that knew none', () => {
    expect(canonicalRequestWith(null)).toBe(formerly);
    expect(isSameRequest(keyRing, { body_digest: hashRequest(keyRing, formerly) }, canonicalRequestWith(null))).toBe(
      true,
    );
  });

  it('differs with each of the annotations', () => {
    const all = [
      null,
      { ...none, returnUrl: 'https://shop.example/1' },
      { ...none, description: 'https://shop.example/1' },
      { ...none, description: 'Order' },
      { ...none, metadata: { a: 'b' } },
      { ...none, metadata: { b: 'a' } },
      { ...none, metadata: { a: 'b', c: 'd' } },
      { ...none, metadata: { a: 'b,c:d' } },
    ].map(canonicalRequestWith);
    expect(new Set(all).size).toBe(all.length);
  });

  it('is the same in whatever order the metadata came', () => {
    const one = canonicalRequestWith({ ...none, metadata: { a: '1', b: '2', я: '3' } });
    expect(canonicalRequestWith({ ...none, metadata: { я: '3', b: '2', a: '1' } })).toBe(one);
  });
});
