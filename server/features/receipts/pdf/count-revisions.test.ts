import { describe, expect, it } from '@jest/globals';
import { countRevisions } from './count-revisions.ts';
import { appendRevision, textPage, writePdf, writeTextPdf } from './pdf-fixture.ts';

const once = writeTextPdf(['Сумма 1 000,54 ₽']);
const change = { 3: textPage([])[3] };

describe('the revisions of a file', () => {
  it('are one when it was saved once', () => {
    expect(countRevisions(once, false)).toBe(1);
  });

  it('are one more with each change that was appended', () => {
    expect(countRevisions(appendRevision(once, change), false)).toBe(2);
    expect(countRevisions(appendRevision(appendRevision(once, change), change), false)).toBe(3);
  });

  it('do not grow by the second table of a file that is prepared for the web', () => {
    const linearized = appendRevision(writePdf({ ...textPage([]), 9: '<< /Linearized 1 /L 1000 >>' }), change);
    expect(countRevisions(linearized, true)).toBe(1);
    expect(countRevisions(appendRevision(linearized, change), true)).toBe(2);
  });

  it('do not grow by a table without objects, as word processors write one for old readers', () => {
    expect(countRevisions(appendRevision(once, {}), false)).toBe(1);
  });

  it('are unknown where no end is found', () => {
    expect(countRevisions(once.subarray(0, once.length - 20), false)).toBeNull();
    expect(countRevisions(Buffer.from('startxref startxref 1 %%EO'), false)).toBeNull();
  });

  it('are counted by looking at each byte a few times at most, however many ends there are', () => {
    let looked = 0;
    const content = Buffer.from('startxref 1 %%EOF '.repeat(5_000));
    const search = content.indexOf.bind(content) as (word: string, from: number) => number;
    const indexOf = (word: string, from = 0): number => {
      const at = search(word, from);
      looked += (at < 0 ? content.length : at + word.length) - from;
      return at;
    };
    Object.assign(content, { indexOf });
    expect(countRevisions(content, false)).toBeNull();
    expect(looked).toBeLessThan(3 * content.length);
  });
});
