import { describe, expect, it } from '@jest/globals';
import { parseStrictJson } from '#platform/strict-json';

const faultOf = (text: string): string | null => {
  const parsed = parseStrictJson(text);
  return parsed.isValid ? null : parsed.fault.code;
};

describe('strict JSON', () => {
  it('answers the value of a well-formed body', () => {
    expect(parseStrictJson('{"a":[1,{"b":"ж😀"}]}')).toEqual({ isValid: true, value: { a: [1, { b: 'ж😀' }] } });
  });

  it.each([
    ['broken syntax', '{"a":', 'json'],
    ['nothing', '', 'json'],
    ['a comment', '{"a":1 /* no */}', 'json'],
    ['a duplicate key', '{"a":1,"a":2}', 'duplicate_key'],
    ['a duplicate key under another spelling', '{"a":1,"\\u0061":2}', 'duplicate_key'],
    ['a duplicate key further in', '{"x":{"a":1,"a":2}}', 'duplicate_key'],
    ['a prototype key', '{"__proto__":{"a":1}}', 'forbidden_key'],
    ['an escaped prototype key', '{"\\u005f_proto__":1}', 'forbidden_key'],
    ['NUL in a value', '{"a":"x\\u0000"}', 'forbidden_character'],
    ['NUL in a key', '{"a\\u0000":1}', 'forbidden_character'],
    ['a lone surrogate', '{"a":"\\ud800"}', 'forbidden_character'],
    ['eleven levels', '['.repeat(11) + ']'.repeat(11), 'too_deep'],
    ['20 kB of nesting', '['.repeat(10_000) + ']'.repeat(10_000), 'too_deep'],
    [
      '101 fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, 1]))),
      'too_many_fields',
    ],
  ])('refuses %s', (_name, text, code) => {
    expect(faultOf(text)).toBe(code);
  });

  it('lets the same key stand in different objects', () => {
    expect(faultOf('[{"a":1},{"a":2}]')).toBeNull();
  });
});
