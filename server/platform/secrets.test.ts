import { describe, expect, it } from '@jest/globals';
import { sealAsBefore } from '#test/support/seal-as-before';
import { createKeyRing, keyIdOf, newKeyText, type SealedPlace } from './secrets.ts';

const [old, fresh, strange] = [newKeyText('old'), newKeyText('fresh'), newKeyText('strange')];
const ring = (...keys: readonly string[]) => createKeyRing(keys.join(','));

const place: SealedPlace = { purpose: 'operations.number_encrypted', owner: 'shop', rowId: 'row' };
const card = '2200000000000004';

describe('what a key ring encrypts', () => {
  it('is never the same twice, names its key, and is read again by any ring that holds it', () => {
    const sealed = ring(old, fresh).encrypt(card, place);
    expect(sealed).not.toEqual(ring(old, fresh).encrypt(card, place));
    expect(keyIdOf(sealed)).toBe('old');
    for (const holder of [ring(old), ring(old, fresh), ring(fresh, old)]) {
      expect(holder.decrypt(sealed, place)).toBe(card);
    }
    expect(keyIdOf(ring(old, fresh).encryptUnder('fresh', card, place))).toBe('fresh');
  });

  it.each([
    ['row', { ...place, rowId: 'another' }],
    ['owner', { ...place, owner: 'another' }],
    ['purpose', { ...place, purpose: 'cancel_reasons.reason_encrypted' as const }],
    ['split of the same words', { ...place, owner: 'shop","row', rowId: '' }],
  ])('is not read in the place of another %s', (_what, elsewhere) => {
    const sealed = ring(old).encrypt(card, place);
    expect(() => ring(old).decrypt(sealed, elsewhere)).toThrow('Key old cannot decrypt');
  });

  it('is not read when it was changed, under another key of the name, or without its key', () => {
    const sealed = ring(old).encrypt(card, place);
    for (let byte = sealed.length - 1; byte > 5; byte -= 1) {
      const changed = Buffer.from(sealed);
      changed[byte]! ^= 1;
      expect(() => ring(old).decrypt(changed, place)).toThrow('Key old cannot decrypt');
    }
    expect(() => ring(newKeyText('old')).decrypt(sealed, place)).toThrow('Key old cannot decrypt');
    expect(() => ring(fresh).decrypt(sealed, place)).toThrow('The key ring holds no key old.');
  });

  it('is not read in a format of a later version, which is said', () => {
    const sealed = ring(old).encrypt(card, place);
    sealed[1] = 3;
    expect(() => ring(old).decrypt(sealed, place)).toThrow(
      'in a format that this version of the program does not know',
    );
  });

  it('is read as well if it was bound to its owner alone, as at first, and is not taken for bound to its row', () => {
    const before = sealAsBefore(old, card, 'shop');
    expect(keyIdOf(before)).toBe('old');
    expect(ring(fresh, old).decrypt(before, place)).toBe(card);
    expect(() => ring(old).decrypt(before, { ...place, owner: 'another' })).toThrow('Key old cannot decrypt');
    // Neither can be passed off as the other by changing what it begins with.
    const asNew = Buffer.concat([Buffer.from([0, 2]), before]);
    expect(() => ring(old).decrypt(asNew, place)).toThrow('Key old cannot decrypt');
    const asOld = ring(old).encrypt(card, place).subarray(2);
    expect(() => ring(old).decrypt(asOld, place)).toThrow('Key old cannot decrypt');
  });
});

describe('what a key ring digests', () => {
  it('is always the same under one key, and another under another key or for another purpose', () => {
    const digest = ring(old).digest('purpose', 'text');
    expect(keyIdOf(digest)).toBe('old');
    expect(ring(old, fresh).digest('purpose', 'text')).toEqual(digest);
    const others = [
      ring(fresh, old).digest('purpose', 'text'),
      ring(newKeyText('old')).digest('purpose', 'text'),
      ring(old).digest('another', 'text'),
      ring(old).digest('purpose', 'another'),
    ];
    for (const other of others) expect(other.equals(digest)).toBe(false);
  });

  it('is recognised by any ring that holds its key, wherever that stands, and by no other', () => {
    const digest = ring(old).digest('purpose', 'text');
    expect([ring(old), ring(fresh, old)].map((each) => each.isDigestOf(digest, 'purpose', 'text'))).toEqual([
      true,
      true,
    ]);
    const cases = [
      ring(fresh).isDigestOf(digest, 'purpose', 'text'),
      ring(newKeyText('old')).isDigestOf(digest, 'purpose', 'text'),
      ring(old).isDigestOf(digest, 'purpose', 'another'),
      ring(old).isDigestOf(digest, 'another', 'text'),
      ring(old).isDigestOf(digest.subarray(0, 20), 'purpose', 'text'),
      ring(old).isDigestOf(Buffer.alloc(0), 'purpose', 'text'),
    ];
    expect(cases).toEqual(cases.map(() => false));
  });

  it('is recognised as well as the bare hash that it was before it named its key', () => {
    const ring = createKeyRing(`${newKeyText('new')},${newKeyText('old')}`);
    for (const digest of ring.digestsOf('body', 'text')) {
      expect(ring.isDigestOf(digest.subarray(-32), 'body', 'text')).toBe(true);
      expect(ring.isDigestOf(digest.subarray(-32), 'body', 'other')).toBe(false);
      expect(ring.isDigestOf(digest.subarray(-31), 'body', 'text')).toBe(false);
    }
  });

  it('is found through the digests of every key', () => {
    const both = ring(fresh, old).digestsOf('purpose', 'text');
    expect(both).toEqual([ring(fresh).digest('purpose', 'text'), ring(old).digest('purpose', 'text')]);
    expect(both).not.toContainEqual(ring(strange).digest('purpose', 'text'));
  });
});

describe('a key ring', () => {
  it('knows the ids of its keys, and new keys have ids of their own', () => {
    expect(ring(old, fresh).ids).toEqual(['old', 'fresh']);
    expect(ring(newKeyText(), newKeyText()).ids).toHaveLength(2);
  });

  it.each([
    ['', 'id:base64 pairs'],
    ['k1', 'id:base64 pairs'],
    ['k1:c2hvcnQ=', 'id:base64 pairs'],
    ['Key One:'.padEnd(60, 'A'), 'id:base64 pairs'],
    [`${old},${newKeyText('old')}`, 'same key id twice'],
  ])('is not made from %s', (text, message) => {
    expect(() => createKeyRing(text)).toThrow(message);
  });
});
