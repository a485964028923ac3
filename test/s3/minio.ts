import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '#platform/embedded-postgres';
import { eventually } from '#test/support/eventually';

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

const isHealthy = (endpoint: string): Promise<boolean> =>
  fetch(`${endpoint}/minio/health/ready`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A signal stops the threads of a process one after the other, and the last ones may still answer. */
const isStopped = ({ pid }: ChildProcess): boolean =>
  readdirSync(`/proc/${pid}/task`).every((thread) =>
    / T \d/.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')),
  );

/** A MinIO of the check's own, at one port for good, with one bucket. It can be frozen, killed and started again. */
export const startMinio = async () => {
  const binary = process.env['MINIO'];
  if (!binary) throw new Error('MINIO names the program; .ci/s3.sh builds it and runs these checks.');
  const directory = mkdtempSync(join(tmpdir(), 'turnpike-s3-'));
  const [port, consolePort] = [await freePort(), await freePort()];
  const endpoint = `http://127.0.0.1:${port}`;
  const [accessKeyId, secretAccessKey] = ['turnpike', randomBytes(12).toString('hex')];
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    const addresses = ['--address', `127.0.0.1:${port}`, '--console-address', `127.0.0.1:${consolePort}`];
    child = spawn(binary, ['server', directory, ...addresses, '--quiet'], {
      env: {
        PATH: process.env['PATH'],
        HOME: directory,
        MINIO_ROOT_USER: accessKeyId,
        MINIO_ROOT_PASSWORD: secretAccessKey,
        MINIO_BROWSER: 'off',
        MINIO_UPDATE: 'off',
      },
      stdio: 'ignore',
    });
    await eventually(() => isHealthy(endpoint), 'MinIO to be ready');
  };
  const kill = async (): Promise<void> => {
    const gone = ended(child);
    child.kill('SIGKILL');
    await gone;
  };
  await start();
  // Not even after a check that was cut short does it stay.
  process.once('exit', () => child.kill('SIGKILL'));
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const bucket = 'receipts';
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    client,
    bucket,
    settings: {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    /** The keys of all that is in the bucket, in their order. */
    keys: async (): Promise<string[]> => {
      const { Contents = [], IsTruncated } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      if (IsTruncated) throw new Error('There are more objects than a check puts there.');
      return Contents.map(({ Key = '' }) => Key);
    },
    /** The files in which the content of an object lies that is too large for its description. */
    partsOnDisk: (name: string): string[] =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.includes(name) && path.endsWith('part.1'))
        .map((path) => join(directory, path)),
    /** Connections are accepted by the system, and no answer comes on them. */
    freeze: async (): Promise<void> => {
      child.kill('SIGSTOP');
      await eventually(() => isStopped(child), 'MinIO to stand still');
    },
    thaw: () => void child.kill('SIGCONT'),
    kill,
    start,
    stop: async (): Promise<void> => {
      await kill();
      client.destroy();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

export type Minio = Awaited<ReturnType<typeof startMinio>>;
