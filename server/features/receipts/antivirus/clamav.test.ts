import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '#platform/embedded-postgres';
import { createClamAv } from './clamav.ts';
import { startClamd, type Clamd } from './clamd-fixture.ts';

const started: Clamd[] = [];
afterEach(async () => {
  for (const clamd of started.splice(0)) await clamd.stop();
});

/** An antivirus whose daemon says this, and what the daemon was sent. */
const antivirusThat = async (answer: Parameters<typeof startClamd>[0], timeoutMs = 60_000) => {
  const contents: Buffer[] = [];
  const clamd = await startClamd((asked) => {
    contents.push(asked.content);
    return answer(asked);
  });
  started.push(clamd);
  return { contents, clamd, ...createClamAv({ address: clamd.address, timeoutMs }) };
};

describe('a scan by clamd', () => {
  it.each([1, 262_144, 262_145, 10 * 1024 * 1024])(
    'sends all %i bytes of a file, and finds nothing',
    async (sizeBytes) => {
      const antivirus = await antivirusThat(() => 'stream: OK\0');
      const content = randomBytes(sizeBytes);
      expect(await antivirus.scan(content)).toBeNull();
      expect(antivirus.contents.map((sent) => sent.equals(content))).toEqual([true]);
      expect([...antivirus.clamd.commands]).toContain('zINSTREAM\0');
    },
  );

  it('names what was found', async () => {
    const antivirus = await antivirusThat(() => 'stream: Win.Test.EICAR_HDB-1 FOUND\0');
    expect(await antivirus.scan(Buffer.from('x'))).toBe('Win.Test.EICAR_HDB-1');
  });

  it.each([
    ['INSTREAM size limit exceeded. ERROR\0', 'clamd answered "INSTREAM size limit exceeded. ERROR"'],
    ['UNKNOWN COMMAND\0', 'clamd answered "UNKNOWN COMMAND"'],
    ['\0', 'clamd answered ""'],
    ['', 'clamd closed the connection without an answer'],
    ['stream: OK', 'clamd closed the connection without an answer'],
    ['x'.repeat(100_000), 'clamd closed the connection without an answer'],
  ])('fails where the answer is %p', async (answer, message) => {
    const antivirus = await antivirusThat(() => answer);
    await expect(antivirus.scan(Buffer.from('x'))).rejects.toThrow(message);
  });

  it('fails when nothing is said in time', async () => {
    const antivirus = await antivirusThat(() => null, 50);
    await expect(antivirus.scan(Buffer.from('x'))).rejects.toThrow('no answer within 50 ms');
  });

  it('fails when no scanner listens', async () => {
    const antivirus = createClamAv({ address: `127.0.0.1:${await freePort()}`, timeoutMs: 60_000 });
    await expect(antivirus.scan(Buffer.from('x'))).rejects.toThrow('ECONNREFUSED');
  });

  it('fails when the socket is not there', async () => {
    const antivirus = createClamAv({ address: '/nowhere/clamd.ctl', timeoutMs: 60_000 });
    await expect(antivirus.scan(Buffer.from('x'))).rejects.toThrow('ENOENT');
  });
});
