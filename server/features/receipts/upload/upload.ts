/**
 * An uploaded file that waits outside of memory, so that many at once do not fill it. It is gone once the request is
 * answered.
 */
export type Upload = {
  readonly sizeBytes: number;
  /** SHA-256 of the content. */
  readonly digest: Buffer;
  readonly read: () => Promise<Buffer>;
};
