import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCursor, writeCursor } from './cursor.ts';

const anyPlace = fc.record({
  createdAt: fc.date({ noInvalidDate: true, min: new Date(0) }),
  operationId: fc.uuid(),
});

it('a cursor leads back to its place', () => {
  fc.assert(
    fc.property(anyPlace, fc.string(), ({ createdAt, operationId }, listing) => {
      const text = writeCursor({ createdAt, operationId }, listing);
      expect(readCursor(text, listing)).toEqual({ createdAt, operationId });
      expect(text).toMatch(/^[\w-]{43}$/);
    }),
  );
});

it('a cursor with any character changed, added or taken away is none', () => {
  fc.assert(
    fc.property(anyPlace, fc.nat({ max: 42 }), fc.string({ maxLength: 3 }), (place, at, other) => {
      const text = writeCursor(place, 'list');
      const garbled = text.slice(0, at) + other + text.slice(at + 1);
      expect(readCursor(garbled, 'list')).toEqual(garbled === text ? place : null);
    }),
  );
});

it('a cursor of another listing is none, and neither is any text', () => {
  fc.assert(
    fc.property(anyPlace, fc.string(), fc.string(), fc.string(), (place, listing, other, text) => {
      fc.pre(listing !== other);
      expect(readCursor(writeCursor(place, listing), other)).toBeNull();
      expect(readCursor(text, listing)).toBeNull();
    }),
  );
});
