import './load-pdfjs.mjs';
import { BeyondLimits } from './pdf-values.ts';

/** A stream of bytes that unpacks as it is read. */
export type CoreStream = {
  readonly eof?: boolean;
  readonly bufferLength?: number;
  readonly buffer?: Uint8Array;
  readonly readBlock?: () => void;
  readonly getBytes: () => Uint8Array;
  readonly reset: () => void;
};

type UnpackingStream = CoreStream & { readonly buffer: Uint8Array; readonly stream: CoreStream };
export type CoreDictionary = { readonly set: (key: string, value: unknown) => void };

type Core = {
  readonly Catalog: { readonly prototype: object };
  readonly DecodeStream: {
    readonly prototype: {
      ensureBuffer: (this: UnpackingStream, requested: number) => Uint8Array;
      asyncGetBytesFromDecompressionStream: (this: UnpackingStream) => Promise<object>;
    };
  };
  readonly Dict: new (xref: null) => CoreDictionary;
  readonly Name: { readonly get: (name: string) => object };
  readonly Parser: {
    readonly prototype: {
      readonly makeFilter: (
        stream: CoreStream,
        name: string,
        length: null,
        parameters: CoreDictionary | null,
      ) => CoreStream;
    };
  };
  readonly setVerbosityLevel: (level: number) => void;
  readonly Stream: new (bytes: Uint8Array, start: number, length: number) => CoreStream;
};

export const core = (globalThis as unknown as { readonly pdfjsWorker: Core }).pdfjsWorker;

// What is wrong with a file is told by its inspection.
core.setVerbosityLevel(0);

/** What one file may still unpack to. It stays exceeded, for pdfjs goes on where it can after an error. */
export type UnpackingBudget = { unpackedBytes: number };

let current: UnpackingBudget = { unpackedBytes: 0 };

/** From now on; one file at a time is looked at. */
export const unpackWithin = (budget: UnpackingBudget): void => {
  current = budget;
};

export const assertUnpackable = (): void => {
  if (current.unpackedBytes < 0) throw new BeyondLimits('It unpacks to more than a receipt does.');
};

// Every stream that unpacks grows its buffer here, those in the middle of a chain too. Counted is the memory it takes.
const { prototype } = core.DecodeStream;
const grow = prototype.ensureBuffer;
prototype.ensureBuffer = function (requested) {
  const held = this.buffer.byteLength;
  if (requested <= held) return this.buffer;
  current.unpackedBytes -= requested - held;
  assertUnpackable();
  const grown = grow.call(this, requested);
  current.unpackedBytes -= grown.byteLength - requested;
  return grown;
};

// The platform's own way of unpacking gives everything or nothing, and so nothing is counted before it is there. Without an
// answer from it, streams unpack by themselves, block by block.
prototype.asyncGetBytesFromDecompressionStream = function () {
  this.stream.reset();
  return Promise.resolve({ decompressed: null, compressed: this.stream.getBytes() });
};

// Pages are counted one by one, as is done otherwise only where the number that the file gives cannot be right.
Object.defineProperty(core.Catalog.prototype, '_pagesCount', {
  get: () => {
    throw new Error('The file is not asked how many pages it has.');
  },
});
