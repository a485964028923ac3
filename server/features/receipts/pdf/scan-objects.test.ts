import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { deflated, packObjects, textPage, writePackedPdf, writePdf, type FixtureObjects } from './pdf-fixture.ts';
import { BeyondLimits } from './pdf-values.ts';
import { newBudget, scanObjects } from './scan-objects.ts';

const page = textPage(['Чек']);
const namesOf = (objects: FixtureObjects): ReadonlySet<string> => scanObjects(writePdf({ ...page, ...objects })).names;
const action = '<< /S /JavaScript /JS (app.alert(1)) >>';

describe('the names that the objects of a file use', () => {
  it.each<[string, FixtureObjects]>([
    ['an object', { 9: action }],
    ['a nested object', { 9: `<< /A [ << /B [[ ${action} ]] >> ] >>` }],
    ['a name in other letters', { 9: '<< /S /J#61vaScript /#4a#53 (x) >>' }],
    ['the dictionary of a stream', { 9: { dictionary: '/JS (x)', content: Buffer.from('x') } }],
    ['an object after a comment', { 9: '% (\n<< /JS (x) >>' }],
    ['an object after a string with brackets', { 9: '<< /A (a \\( b (c) \\\\) /JS (x) >>' }],
    ['an object with stray closings', { 9: '<< /A [ >> ] ) > /JS (x) >>' }],
    ['an object that never ends', { 9: '<< /A [ /JS (x)' }],
    ['an object stream', { 9: packObjects({ 20: '<< >>', 21: action }) }],
    [
      'an object stream that is not packed',
      { 9: packObjects({ 20: action }, (content, dictionary = '') => ({ dictionary, content: Buffer.from(content) })) },
    ],
    [
      'an object inside of another stream',
      { 9: { dictionary: '', content: Buffer.from(`21 0 obj ${action} endobj`) } },
    ],
    ['a tiny object', { 9: '<</JS()>>' }],
  ])('are found in %s', (_, objects) => {
    expect(namesOf(objects)).toContain('JS');
  });

  it('are found in a trailer', () => {
    expect(scanObjects(writePdf(page, '/Encrypt << /V 1 >>')).names).toContain('Encrypt');
  });

  it('are found in an object stream whose checksum is wrong, as readers do not look at it', () => {
    const packed = packObjects({ 20: action });
    packed.content.fill(0, packed.content.length - 4);
    expect(namesOf({ 9: packed })).toContain('JS');
  });

  it('are found in a packed object that lies within a string of what is in front of it', () => {
    const content = `20 5 (   ${action} )`;
    expect(namesOf({ 9: deflated(content, '/Type /ObjStm /N 1 /First 4') })).toContain('JS');
  });

  it.each<[string, FixtureObjects]>([
    ['a string', { 9: '<< /A (/JS) >>' }],
    ['a comment', { 9: '<< /A 1 % /JS\n >>' }],
    ['the content of a page', { 9: deflated('/JS gs') }],
    ['a longer name', { 9: '<< /JSX 1 /AJS 2 >>' }],
    ['the bytes of an image', { 9: { dictionary: '', content: Buffer.from('\x01\x02/JS (x)\x03') } }],
  ])('are not looked for in %s', (_, objects) => {
    expect(namesOf(objects)).not.toContain('JS');
  });
});

describe('objects that cannot be looked into', () => {
  const hex = (content: Buffer): Buffer => Buffer.from(`${content.toString('hex')}>`);
  const twice = packObjects({ 20: action }, (content, dictionary = '') => ({
    dictionary: `${dictionary} /Filter [/ASCIIHexDecode /FlateDecode]`,
    content: hex(deflateSync(content)),
  }));
  const elsewhere = { ...twice, dictionary: twice.dictionary.replace(/\/Filter .*/, '/Filter 10 0 R') };

  it.each<[string, FixtureObjects]>([
    [
      'by a way that is not known',
      { 9: { dictionary: '/N 1 /First 4 /Filter /NewDecode', content: Buffer.from('xx') } },
    ],
    [
      'by a way told where nothing is',
      { 9: { dictionary: '/N 1 /First 4 /Filter 10 0 R', content: Buffer.from('xx') } },
    ],
    [
      'by a way that does not fit',
      { 9: { dictionary: '/N 1 /First 4 /Filter [/FlateDecode /FlateDecode]', content: Buffer.from('xx') } },
    ],
    ['damaged', { 9: { dictionary: '/N 1 /First 4 /Filter /FlateDecode', content: Buffer.from('xx\xff\xff\xff') } }],
    ['cut off', { 9: { ...twice, content: twice.content.subarray(0, 20) } }],
    ['counted where nothing is', { 9: deflated('20 0 <<>>', '/N 10 0 R /First 5') }],
  ])('are noticed: %s', (_, objects) => {
    expect(scanObjects(writePdf({ ...page, ...objects })).hasHiddenObjects).toBe(true);
  });

  it.each<[string, FixtureObjects]>([
    ['packed twice', { 9: twice }],
    ['by a way told elsewhere', { 9: elsewhere, 10: '[/ASCIIHexDecode /FlateDecode]' }],
    ['counted elsewhere', { 9: deflated(`20 0 ${action}`, '/N 10 0 R /First 5'), 10: '1' }],
  ])('are none that readers can look into: %s', (_, objects) => {
    const { names, hasHiddenObjects } = scanObjects(writePdf({ ...page, ...objects }));
    expect([names.has('JS'), hasHiddenObjects]).toEqual([true, false]);
  });

  it('are not those of a file with packed objects', () => {
    const { 2: pages, 5: font, ...others } = page;
    const scanned = scanObjects(writePackedPdf(others, 12, { 2: pages, 5: font }));
    expect(scanned.hasHiddenObjects).toBe(false);
    expect(scanned.names).toContain('Pages');
  });
});

describe('more than a receipt needs is refused', () => {
  const scanWithin = (objects: FixtureObjects, budget: { tokens: number; unpackedBytes: number }) => () =>
    scanObjects(writePdf(objects), undefined, { readBytes: 10_000, ...budget });

  it('when an object stream unpacks to too much', () => {
    const block = deflateRawSync(Buffer.alloc(2 ** 20, 32), { finishFlush: 3 });
    const content = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(1_000).fill(block)]);
    const bomb = { 9: { dictionary: '/N 1 /First 4 /Filter /FlateDecode', content } };
    expect(() => scanObjects(writePdf(bomb))).toThrow(BeyondLimits);
  });

  it('when many object streams do so together', () => {
    const packed = deflated(Buffer.alloc(1_000, 32), '/N 1 /First 4');
    const four = { 9: packed, 10: packed, 11: packed, 12: packed };
    // Buffers grow to a power of two.
    expect(scanWithin(four, { tokens: 1_000, unpackedBytes: 4 * 1_024 })).not.toThrow();
    expect(scanWithin(four, { tokens: 1_000, unpackedBytes: 4 * 1_024 - 1 })).toThrow(BeyondLimits);
  });

  it('when there are too many parts', () => {
    const parts = { 9: `[${'1 '.repeat(800)}]` };
    expect(scanWithin(parts, { tokens: 1_000, unpackedBytes: 0 })).not.toThrow();
    expect(scanWithin(parts, { tokens: 800, unpackedBytes: 0 })).toThrow(BeyondLimits);
  });

  it.each([
    ['strings that never end', 'obj<'],
    ['brackets that never close', 'obj('],
    ['comments that never end', 'obj<<>>%'],
    ['words without end', 'obj'],
    ['arrays that never close', 'obj['],
  ])('when its parts lie in each other: %s', (_, part) => {
    const spent = [1, 2].map((times) => {
      const content = Buffer.from(part.repeat(50_000 * times));
      const budget = newBudget(content);
      const { readBytes } = budget;
      expect(() => scanObjects(content, undefined, budget)).toThrow(BeyondLimits);
      return readBytes - budget.readBytes;
    });
    // Twice as long takes twice the work, and not four times.
    expect(spent[1]).toBeLessThan(3 * spent[0]!);
  });

  it('but not for depth, which takes no recursion', () => {
    expect(namesOf({ 9: `${'['.repeat(50_000)} /Deep ${']'.repeat(50_000)}` })).toContain('Deep');
  });
});
