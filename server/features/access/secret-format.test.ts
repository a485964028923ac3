import { describe, expect, it } from '@jest/globals';
import { createSecretFormat } from './secret-format.ts';

const { create, isWellFormed, hintOf } = createSecretFormat('tp');

describe('a secret', () => {
  it('says the mode of its shop and has one length', () => {
    expect(create('live')).toMatch(/^tp_live_[0-9A-Za-z]{49}$/);
    expect(create('test')).toMatch(/^tp_test_[0-9A-Za-z]{49}$/);
  });

  it('is different every time', () => {
    expect(new Set(Array.from({ length: 100 }, () => create('test'))).size).toBe(100);
  });

  it('is well-formed when it was issued', () => {
    for (let count = 0; count < 100; count += 1) expect(isWellFormed(create('live'))).toBe(true);
  });

  it('is malformed when any one character differs', () => {
    const key = create('test');
    for (let index = 'tp_test_'.length; index < key.length; index += 1) {
      const other = key[index] === 'x' ? 'y' : 'x';
      expect(isWellFormed(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
  });

  it('cannot be moved to the other mode', () => {
    expect(isWellFormed(create('test').replace('tp_test_', 'tp_live_'))).toBe(false);
  });

  it.each(['', 'tp_test_', 'x'.repeat(57), `${create('test')}\n`, ` ${create('test')}`, create('test') + '0'])(
    'is not %j',
    (text) => {
      expect(isWellFormed(text)).toBe(false);
    },
  );

  it('cannot be one of another kind', () => {
    expect(createSecretFormat('tpc').isWellFormed(create('test'))).toBe(false);
    expect(isWellFormed(createSecretFormat('tpc').create('test'))).toBe(false);
  });

  it('shows four of its characters in lists', () => {
    const key = create('test');
    expect(hintOf(key)).toBe(`${key.slice(0, 12)}…`);
  });
});
