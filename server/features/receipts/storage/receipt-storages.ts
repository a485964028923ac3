import { OperatorRefusal } from '#platform/refusals';
import { createPostgresStorage, type PostgresStorageNeeds } from './postgres-storage.ts';
import type { S3Options } from './s3-storage.ts';
import type { ReceiptStorage, ReceiptStorages, StorageName } from './storage.ts';
import { limitConcurrency } from './limit-concurrency.ts';

/** The settings that say where receipts lie, as docs/configuration.md explains them. */
export type StorageSettings = {
  readonly RECEIPT_STORAGE: StorageName;
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
  readonly S3_FORCE_PATH_STYLE?: boolean | undefined;
  readonly S3_PUBLIC_ENDPOINT?: string | undefined;
};

const credentialsOf = (settings: StorageSettings): S3Options['credentials'] => {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey };
  throw new OperatorRefusal('storage_credentials_incomplete', {});
};

/** Null where no bucket is configured. */
const s3OptionsOf = (settings: StorageSettings): S3Options | null => {
  if (settings.S3_BUCKET === undefined) return null;
  return {
    endpoint: settings.S3_ENDPOINT,
    region: settings.S3_REGION,
    bucket: settings.S3_BUCKET,
    credentials: credentialsOf(settings),
    // Only Amazon's own gives each bucket a host name without being told to.
    forcePathStyle: settings.S3_FORCE_PATH_STYLE ?? settings.S3_ENDPOINT !== undefined,
    publicEndpoint: settings.S3_PUBLIC_ENDPOINT,
  };
};

/** The SDK is large: it is loaded when a file of S3 is first asked for, and nowhere else. */
const openLater = (open: () => Promise<ReceiptStorage>): ReceiptStorage => {
  let opened: Promise<ReceiptStorage> | undefined;
  const storage = (): Promise<ReceiptStorage> => (opened ??= open());
  return {
    name: 's3',
    put: async (file, content) => (await storage()).put(file, content),
    get: async (file) => (await storage()).get(file),
    remove: async (file) => (await storage()).remove(file),
    linkTo: async (file, fileName, lifetimeSeconds) => (await storage()).linkTo(file, fileName, lifetimeSeconds),
  };
};

const openS3 = (options: S3Options | null): ReceiptStorage =>
  openLater(async () => {
    if (options === null) throw new Error('A receipt lies in S3, but S3_BUCKET is not set.');
    return (await import('./s3-storage.ts')).createS3Storage(options);
  });

/** @throws OperatorRefusal when the settings contradict each other. */
export const createReceiptStorages = (settings: StorageSettings, needs: PostgresStorageNeeds): ReceiptStorages => {
  const options = s3OptionsOf(settings);
  if (settings.RECEIPT_STORAGE === 's3' && options === null) throw new OperatorRefusal('storage_without_bucket', {});
  const storages = { postgres: limitConcurrency(createPostgresStorage(needs)), s3: limitConcurrency(openS3(options)) };
  return { current: storages[settings.RECEIPT_STORAGE], of: (name) => storages[name] };
};
