import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { messageOf } from '#platform/errors';
import type { FileRef, ReceiptStorage } from './storage.ts';

export type S3Options = {
  /** Absent: Amazon's own for the region. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Absent: wherever the SDK finds credentials (environment, profile, role of the machine). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** The bucket in the path of an address and not in its host name. */
  readonly forcePathStyle: boolean;
  /** What links point to, where that is not the endpoint that we speak to ourselves. */
  readonly publicEndpoint?: string | undefined;
};

const connectTimeoutMs = 2_000;
const transferTimeoutMs = 10_000;
const lookTimeoutMs = 2_000;

const clientConfig = ({ endpoint, region, credentials, forcePathStyle }: S3Options): S3ClientConfig => ({
  region,
  forcePathStyle,
  ...(endpoint !== undefined && { endpoint }),
  ...(credentials !== undefined && { credentials }),
  // One more for a connection that was closed since it was used last; who waits for us knows better when to come again.
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: connectTimeoutMs,
    requestTimeout: transferTimeoutMs,
    throwOnRequestTimeout: true,
    socketTimeout: transferTimeoutMs,
  },
});

/** Ends with `work`, or when the time is over, whatever `work` makes of the signal. */
const within = async <Result>(
  limitMs: number,
  purpose: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const signal = AbortSignal.timeout(limitMs);
  const isOver = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${limitMs} ms`)), { once: true });
  });
  try {
    return await Promise.race([work(signal), isOver]);
  } catch (cause) {
    const reason = signal.aborted ? `no answer within ${limitMs} ms` : messageOf(cause);
    throw new Error(`S3 could not ${purpose}: ${reason}`, { cause });
  }
};

const attachment = (fileName: string): string => `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`;

/**
 * Keeps files in a bucket of any S3, as `receipts/<shop>/<file>`. What is written carries a checksum, and what is read is
 * compared with it.
 */
export const createS3Storage = (options: S3Options): ReceiptStorage => {
  const { publicEndpoint, bucket: Bucket } = options;
  const client = new S3Client(clientConfig(options));
  const signer =
    publicEndpoint === undefined ? client : new S3Client(clientConfig({ ...options, endpoint: publicEndpoint }));
  const at = ({ shopId, fileId }: FileRef) => ({ Bucket, Key: `receipts/${shopId}/${fileId}` });
  return {
    name: 's3',
    put: (file, content) =>
      within(transferTimeoutMs, `store receipt file ${file.fileId}`, async (abortSignal) => {
        const object = { ...at(file), Body: content, ContentType: 'application/octet-stream' };
        await client.send(new PutObjectCommand(object), { abortSignal });
      }),
    get: (file) =>
      within(transferTimeoutMs, `read receipt file ${file.fileId}`, async (abortSignal) => {
        const { Body } = await client.send(new GetObjectCommand(at(file)), { abortSignal });
        if (Body === undefined) throw new Error('the answer has no body');
        const { buffer, byteOffset, byteLength } = await Body.transformToByteArray();
        return Buffer.from(buffer, byteOffset, byteLength);
      }),
    remove: (file) =>
      within(transferTimeoutMs, `remove receipt file ${file.fileId}`, async (abortSignal) => {
        await client.send(new DeleteObjectCommand(at(file)), { abortSignal });
      }),
    linkTo: (file, fileName, expiresIn) =>
      within(lookTimeoutMs, `link to receipt file ${file.fileId}`, async (abortSignal) => {
        // A link is signed without asking the storage, and would lead nowhere just as well.
        await client.send(new HeadObjectCommand(at(file)), { abortSignal });
        const answered = {
          ResponseContentType: 'application/pdf',
          ResponseContentDisposition: attachment(fileName),
          ResponseCacheControl: 'private, no-store',
        };
        return getSignedUrl(signer, new GetObjectCommand({ ...at(file), ...answered }), { expiresIn });
      }),
  };
};
