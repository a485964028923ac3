import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { deflated, packObjects, textPage, writePackedPdf, writePdf, type FixtureObjects } from './pdf-fixture.ts';
import { BeyondLimits } from './pdf-values.ts';
import { scanObjects } from './scan-objects.ts';

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
    ['an object stream that is not packed', { 9: packObjects({ 20: action }, (content, dictionary = '') => ({ dictionary, content: Buffer.from(content) })) }],
    ['an object inside of another stream', { 9: { dictionary: '', content: Buffer.from(`21 0 obj ${action} endobj`) } }],
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

describe('a form described in XML', () => {
  const withForm = (xml: string): FixtureObjects => ({ 9: '<< /XFA [(template) 10 0 R] >>', 10: deflated(xml) });

  it.each(['<template><script>x</script></template>', '<a:script contentType="x"/>', '<\0s\0c\0r\0i\0p\0t\0>\0'])(
    'has a script in %j',
    (xml) => {
      expect(scanObjects(writePdf({ ...page, ...withForm(xml) })).hasFormScript).toBe(true);
    },
  );

  it('has none in its fields', () => {
    expect(scanObjects(writePdf({ ...page, ...withForm('<template><field/></template>') })).hasFormScript).toBe(false);
  });
});

describe('objects that cannot be looked into', () => {
  it.each<[string, FixtureObjects]>([
    ['by another way of packing', { 9: { dictionary: '/N 1 /First 4 /Filter /LZWDecode', content: Buffer.from('xx') } }],
    ['packed twice', { 9: { dictionary: '/N 1 /First 4 /Filter [/FlateDecode /FlateDecode]', content: Buffer.from('xx') } }],
    ['by a way told elsewhere', { 9: { dictionary: '/N 1 /First 4 /Filter 10 0 R', content: Buffer.from('xx') } }],
    ['damaged', { 9: { dictionary: '/N 1 /First 4 /Filter /FlateDecode', content: Buffer.from('xx\xff\xff\xff') } }],
    ['counted elsewhere', { 9: deflated('20 0 <<>>', '/N 10 0 R /First 5') }],
  ])('are noticed: %s', (_, objects) => {
    expect(scanObjects(writePdf({ ...page, ...objects })).hasHiddenObjects).toBe(true);
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
    scanObjects(writePdf({ ...page, ...objects }), budget);

  it('when an object stream unpacks to too much', () => {
    const block = deflateRawSync(Buffer.alloc(2 ** 20, 32), { finishFlush: 3 });
    const content = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(1_000).fill(block)]);
    const bomb = { 9: { dictionary: '/N 1 /First 4 /Filter /FlateDecode', content } };
    expect(() => scanObjects(writePdf(bomb))).toThrow(BeyondLimits);
  });

  it('when many object streams do so together', () => {
    const packed = deflated(Buffer.alloc(1_000, 32), '/N 1 /First 4');
    const four = { 9: packed, 10: packed, 11: packed, 12: packed };
    expect(scanWithin(four, { tokens: 1_000, unpackedBytes: 4_000 })).not.toThrow();
    expect(scanWithin(four, { tokens: 1_000, unpackedBytes: 3_900 })).toThrow(BeyondLimits);
  });

  it('when there are too many parts', () => {
    const parts = { 9: `[${'1 '.repeat(800)}]` };
    expect(scanWithin(parts, { tokens: 1_000, unpackedBytes: 0 })).not.toThrow();
    expect(scanWithin(parts, { tokens: 800, unpackedBytes: 0 })).toThrow(BeyondLimits);
  });

  it('but not for depth, which takes no recursion', () => {
    expect(namesOf({ 9: `${'['.repeat(50_000)} /Deep ${']'.repeat(50_000)}` })).toContain('Deep');
  });
});
