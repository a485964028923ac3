import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#platform/embedded-postgres';
import { eventually } from '#test/support/eventually';

/** The test file of the antivirus industry; in two halves, or this one would be taken for it. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

const answersPing = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('zPING\0'));
    socket.once('data', (text) => {
      resolve(text.toString().startsWith('PONG'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });

/** A real clamd that knows one signature, at one port for good. It can be frozen, killed and started again. */
export const startClamAv = async () => {
  const binary = process.env['CLAMD'];
  if (!binary) throw new Error('CLAMD names the program; .ci/antivirus.sh installs it and runs these checks.');
  const directory = mkdtempSync(join(tmpdir(), 'turnpike-clamav-'));
  const port = await freePort();
  // Name, any kind of file, anywhere in it, these bytes.
  writeFileSync(join(directory, 'turnpike.ndb'), `Turnpike.Test.EICAR:0:*:${Buffer.from(eicar).toString('hex')}\n`);
  const settings = [
    `DatabaseDirectory ${directory}`,
    'Foreground yes',
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    'StreamMaxLength 12M',
    `TemporaryDirectory ${directory}`,
    'MaxThreads 4',
  ];
  const file = join(directory, 'clamd.conf');
  writeFileSync(file, `${settings.join('\n')}\n`);
  const launch = async () => {
    const launched = spawn(binary, ['--config-file', file], { stdio: 'ignore' });
    const gone = new Promise<void>((resolve) => launched.once('exit', () => resolve()));
    await eventually(() => answersPing(port), 'clamd to answer');
    return { launched, gone };
  };
  let running = await launch();
  // Not even after a check that was cut short does it stay.
  process.once('exit', () => running.launched.kill('SIGKILL'));
  const kill = async (): Promise<void> => {
    running.launched.kill('SIGKILL');
    await running.gone;
  };
  return {
    address: `127.0.0.1:${port}`,
    freeze: () => running.launched.kill('SIGSTOP'),
    thaw: () => running.launched.kill('SIGCONT'),
    kill,
    start: async (): Promise<void> => {
      running = await launch();
    },
    stop: async (): Promise<void> => {
      await kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

export type ClamAv = Awaited<ReturnType<typeof startClamAv>>;
