import { describe, expect, it } from '@jest/globals';
import { callsIn, inDependencyOrder, readFunction } from './sql-functions.ts';

const made = (name: string, body: string) =>
  readFunction(`\ncreate or replace function ${name}() returns void language sql as $$ ${body} $$\n`);

describe('SQL functions', () => {
  it('come after those that they call, wherever they are listed', () => {
    const functions = [
      made('settle', 'select post(), tell()'),
      made('tell', 'select post()'),
      made('post', 'select 1'),
    ];
    expect(inDependencyOrder(functions).map(({ name }) => name)).toEqual(['post', 'tell', 'settle']);
  });

  it('may call themselves, and not each other in a circle', () => {
    expect(inDependencyOrder([made('count_down', 'select count_down()')])).toHaveLength(1);
    const circle = [made('one', 'select other()'), made('other', 'select third()'), made('third', 'select one()')];
    expect(() => inDependencyOrder(circle)).toThrow('in a circle: one → other → third → one');
  });

  it('call nothing in a comment or a string', () => {
    const { text } = made('told', `select real(1) -- unlike this(one)\n, 'it''s said(so)', array[x]`);
    expect(callsIn(text)).toEqual(['real']);
  });

  it('are told apart by their text', () => {
    const [one, other] = [made('same', 'select 1'), made('same', 'select 2')];
    expect(one.hash).toBe(made('same', 'select 1').hash);
    expect(one.hash).not.toBe(other.hash);
    expect(() => readFunction('drop function same()')).toThrow('This is not "create or replace function');
  });
});
