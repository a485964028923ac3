import { describe, expect, it } from '@jest/globals';
import { createKeyRing, keyIdOf, newKeyText } from './secrets.ts';

const [old, fresh, strange] = [newKeyText('old'), newKeyText('fresh'), newKeyText('strange')];
const ring = (...keys: readonly string[]) => createKeyRing(keys.join(','));

describe('what a key ring encrypts', () => {
  it('is never the same twice, names its key, and is read again by any ring that holds it', () => {
    const sealed = ring(old, fresh).encrypt('2200000000000004', 'shop');
    expect(sealed).not.toEqual(ring(old, fresh).encrypt('2200000000000004', 'shop'));
    expect(keyIdOf(sealed)).toBe('old');
    for (const holder of [ring(old), ring(old, fresh), ring(fresh, old)]) {
      expect(holder.decrypt(sealed, 'shop')).toBe('2200000000000004');
    }
  });

  it('is not read for another owner, when it was changed, or without its key', () => {
    const sealed = ring(old).encrypt('2200000000000004', 'shop');
    expect(() => ring(old).decrypt(sealed, 'another shop')).toThrow('Key old cannot decrypt');
    const changed = Buffer.from(sealed);
    changed[changed.length - 1]! ^= 1;
    expect(() => ring(old).decrypt(changed, 'shop')).toThrow('Key old cannot decrypt');
    expect(() => ring(newKeyText('old')).decrypt(sealed, 'shop')).toThrow('Key old cannot decrypt');
    expect(() => ring(fresh).decrypt(sealed, 'shop')).toThrow('The key ring holds no key old.');
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
    expect([ring(old), ring(fresh, old)].map((each) => each.isDigestOf(digest, 'purpose', 'text'))).toEqual([true, true]);
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
