import { describe, expect, it } from '@jest/globals';
import { hintOf, isWellFormedApiKey, newApiKey } from './api-key-format.ts';

describe('an API key', () => {
  it('says the mode of its shop and has one length', () => {
    expect(newApiKey('live')).toMatch(/^tp_live_[0-9A-Za-z]{49}$/);
    expect(newApiKey('test')).toMatch(/^tp_test_[0-9A-Za-z]{49}$/);
  });

  it('is different every time', () => {
    expect(new Set(Array.from({ length: 100 }, () => newApiKey('test'))).size).toBe(100);
  });

  it('is well-formed when it was issued', () => {
    for (let count = 0; count < 100; count += 1) expect(isWellFormedApiKey(newApiKey('live'))).toBe(true);
  });

  it('is malformed when any one character differs', () => {
    const key = newApiKey('test');
    for (let index = 'tp_test_'.length; index < key.length; index += 1) {
      const other = key[index] === 'x' ? 'y' : 'x';
      expect(isWellFormedApiKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
    }
  });

  it('cannot be moved to the other mode', () => {
    expect(isWellFormedApiKey(newApiKey('test').replace('tp_test_', 'tp_live_'))).toBe(false);
  });

  it.each(['', 'tp_test_', 'x'.repeat(57), `${newApiKey('test')}\n`, ` ${newApiKey('test')}`, newApiKey('test') + '0'])(
    'is not %j',
    (text) => {
      expect(isWellFormedApiKey(text)).toBe(false);
    },
  );

  it('shows four of its characters in lists', () => {
    const key = newApiKey('test');
    expect(hintOf(key)).toBe(`${key.slice(0, 12)}…`);
  });
});
