import { deflateRawSync, deflateSync } from 'node:zlib';
import type { FixtureStream } from './pdf-fixture.ts';

/** So much deflated space, without ever holding it. */
const deflatedSpace = (megabytes: number): Buffer => {
  const block = deflateRawSync(Buffer.alloc(2 ** 20, 32), { finishFlush: 3 });
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Buffer>(megabytes).fill(block)]);
};

/** Unpacks to so many megabytes. */
export const inflating = (megabytes: number): FixtureStream => ({
  dictionary: '/Filter /FlateDecode',
  content: deflatedSpace(megabytes),
});

/** The same, packed once more: a gigabyte in two kilobytes. */
export const inflatingTwice = (megabytes: number): FixtureStream => ({
  dictionary: '/Filter [/FlateDecode /FlateDecode]',
  content: deflateSync(deflatedSpace(megabytes)),
});
