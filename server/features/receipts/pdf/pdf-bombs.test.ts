import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '#test/support/eventually';
import { inflating, inflatingTwice } from './bombs-fixture.ts';
import { deflated, textPage, writePdf, type FixtureObjects } from './pdf-fixture.ts';
import { inspectorsOf } from './inspectors-fixture.ts';
import { createPdfInspector } from './pdf-inspector.ts';

const expected = { amount: '1000.54', number: null };
const page = textPage(['Сумма 1 000,54 ₽']);
const memoryMb = 280;

const gigabytes = inflating(2_000);
/** Letters of which each of a billion is given a width, in 60 bytes. */
const widths = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Letters /FontDescriptor 7 0 R /W [0 999999999 500]
  /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>`;

const twice = inflatingTwice(2_000);
const endlessRanges = (times: number): string =>
  `begincmap ${'1 beginbfrange <000000> <FFFFFE> <0041> endbfrange '.repeat(times)}`;

/** Each paints the next one twice. */
const paintedForms = (): FixtureObjects => {
  const resources = (next: number): string => `/Resources << /XObject << /A ${next} 0 R >> /Font << /F1 5 0 R >> >>`;
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]';
  const forms = Array.from({ length: 40 }, (_, index) => {
    return [
      20 + index,
      { dictionary: `${form} ${resources(21 + index)}`, content: Buffer.from('/A Do /A Do BT /F1 9 Tf <0001> Tj ET') },
    ] as const;
  });
  const first = page[3].replace('/Resources <<', '/Resources << /XObject << /A 20 0 R >>');
  const last = { dictionary: form, content: Buffer.from('q Q') };
  return { ...page, 3: first, 4: deflated('/A Do'), ...Object.fromEntries(forms), 60: last };
};

/** Only Linux tells. */
const isLinux = process.platform === 'linux';
const mostHeldMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

describe('a file that asks for too much', () => {
  const inspector = createPdfInspector({ memoryMb, cpuMs: 1_000, timeoutMs: 600_000 });
  afterAll(() => inspector.close());

  it.each<[string, FixtureObjects]>([
    ['contents of gigabytes', { ...page, 4: gigabytes }],
    ['contents of gigabytes, packed twice', { ...page, 4: twice }],
    [
      'object streams of gigabytes',
      { ...page, 9: { ...gigabytes, dictionary: `${gigabytes.dictionary} /N 1 /First 4` } },
    ],
    ['a billion widths of letters', { ...page, 6: widths }],
    ['ranges of letters without end', { ...page, 8: deflated(endlessRanges(500)) }],
    [
      'millions of dictionaries',
      { ...page, 2: `<< /Type /Pages /Kids [3 0 R] /Count 1 /X [${'<<>>'.repeat(2_000_000)}] >>` },
    ],
    ['nesting without end', { ...page, 9: '<</A '.repeat(2_000_000) }],
    ['pictures that paint each other', paintedForms()],
  ])('is unreadable, and the process lives on in its own memory: %s', async (_, objects) => {
    const bomb = writePdf(objects);
    const before = process.memoryUsage.rss();
    const { verdict, fault } = await inspector.inspect(bomb, expected);
    expect([verdict, fault]).toEqual(['unreadable', expect.stringMatching(/than a receipt does/)]);
    // A file of 10 MB is copied on its way out; nothing that it unpacks to comes back.
    expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(150);
  });

  it.each<[string, FixtureObjects]>([
    ['a tree of pages that contains itself', { ...page, 2: '<< /Type /Pages /Kids [2 0 R] /Count 3 >>' }],
    ['a billion pages by its own account', { ...page, 2: '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>' }],
    ['a picture as its text', { ...page, 4: { dictionary: '/Filter /JPXDecode', content: Buffer.alloc(1_000, 'x') } }],
    [
      'rows of a billion columns',
      { ...page, 4: deflated('x', '/DecodeParms << /Predictor 15 /Columns 1000000000 >>') },
    ],
  ])('is looked at all the same: %s', async (_, objects) => {
    const { verdict, pages } = await inspector.inspect(writePdf(objects), expected);
    expect(['sound', 'unreadable']).toContain(verdict);
    expect(pages ?? 1).toBe(1);
  });

  it('leaves the next one its turn', async () => {
    expect(await inspector.inspect(writePdf(page), expected)).toMatchObject({
      verdict: 'sound',
      hasExpectedAmount: true,
    });
  });
});

describe('who sends bombs', () => {
  const bomb = writePdf({ ...page, 4: twice });

  it('waits for the others: a good receipt is looked at before the second bomb', async () => {
    const inspector = createPdfInspector({ processes: 1 });
    const order: string[] = [];
    const inspect = (name: string, content: Buffer, shopId: string) =>
      inspector
        .inspect(content, expected, { shopId, operationId: name })
        .then(({ verdict }) => void order.push(`${name}: ${verdict}`));
    const bombs = Array.from({ length: 4 }, (_, place) => inspect(`bomb ${place}`, bomb, 'attacker'));
    const good = inspect('good', writePdf(page), 'shop');
    await Promise.all([...bombs, good]);
    await inspector.close();
    expect(order.slice(0, 2)).toEqual(['bomb 0: unreadable', 'good: sound']);
  });

  it('never has the last process', async () => {
    const inspector = createPdfInspector({ processes: 2, cpuMs: 600_000, timeoutMs: 600_000 });
    const unending = writePdf({ ...page, 8: { dictionary: '', content: Buffer.from(endlessRanges(2_000)) } });
    const told = Promise.allSettled(
      [1, 2].map((place) => inspector.inspect(unending, expected, { shopId: 'attacker', operationId: `${place}` })),
    );
    expect(await inspector.inspect(writePdf(page), expected, { shopId: 'shop', operationId: 'good' })).toMatchObject({
      verdict: 'sound',
    });
    await inspector.close();
    await told;
  });

  it('is stopped in the middle of unpacking, by what it has unpacked and not by the time it takes', async () => {
    const inspector = createPdfInspector({ cpuMs: 600_000, timeoutMs: 600_000, memoryMb: 4_000 });
    expect(await inspector.inspect(bomb, expected)).toMatchObject({ fault: 'It unpacks to more than a receipt does.' });
    // Where only the page is read, and the objects give no sign of it: the same content, over and over.
    const contents = `[${'4 0 R '.repeat(200)}]`;
    const repeated = {
      ...page,
      3: page[3].replace('/Contents 4 0 R', `/Contents ${contents}`),
      4: deflated(Buffer.alloc(2 ** 20, 32)),
    };
    expect(await inspector.inspect(writePdf(repeated), expected)).toMatchObject({
      fault: 'It unpacks to more than a receipt does.',
    });
    await inspector.close();
  });

  it('is stopped by the computing it takes', async () => {
    const inspector = createPdfInspector({ cpuMs: 300, timeoutMs: 600_000 });
    const unending = writePdf({ ...page, 8: { dictionary: '', content: Buffer.from(endlessRanges(2_000)) } });
    expect(await inspector.inspect(unending, expected)).toMatchObject({
      fault: 'Reading it takes more computing than a receipt does.',
    });
    await inspector.close();
  });
});

/** What the script starts has to be gone soon after the script was killed, which is when it says that it has begun. */
const expectToEndWithServer = async (work: string): Promise<void> => {
  const script = `
    import { createPdfInspector } from '${new URL('pdf-inspector.ts', import.meta.url).href}';
    import { textPage, writePdf } from '${new URL('pdf-fixture.ts', import.meta.url).href}';
    const expected = { amount: '1.00', number: null };
    ${work}`;
  const server = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await new Promise((resolve) => createInterface({ input: server.stdout }).once('line', resolve));
  const [pid] = inspectorsOf(server.pid!);
  expect(pid).toBeDefined();
  server.kill('SIGKILL');
  await eventually(() => !existsSync(`/proc/${pid}`), 'the end of the inspecting process');
};

(isLinux ? describe : describe.skip)('an inspecting process', () => {
  it('holds no more than it may', async () => {
    const inspector = createPdfInspector({ memoryMb });
    await inspector.inspect(writePdf(page), expected);
    const [pid] = inspectorsOf(process.pid);
    let most = 0;
    const meter = setInterval(() => {
      if (existsSync(`/proc/${pid}/status`)) most = Math.max(most, mostHeldMb(pid!));
    }, 5);
    await inspector.inspect(writePdf({ ...page, 4: gigabytes }), expected);
    clearInterval(meter);
    await inspector.close();
    expect(most).toBeGreaterThan(50);
    // It is measured every 20 ms, and what is written within that comes on top.
    expect(most).toBeLessThan(memoryMb + 256);
  });

  it('gives way to the server in all of its threads', async () => {
    const inspector = createPdfInspector();
    await inspector.inspect(writePdf(page), expected);
    const [pid] = inspectorsOf(process.pid);
    const threads = readdirSync(`/proc/${pid}/task`).map(Number);
    expect(new Set(threads.map((thread) => getPriority(thread)))).toEqual(new Set([getPriority() + 5]));
    await inspector.close();
  });

  it('that is killed in the middle of a file is not the file’s fault: another one looks at it', async () => {
    const inspector = createPdfInspector({ cpuMs: 3_000, timeoutMs: 600_000 });
    await inspector.inspect(writePdf(page), expected);
    const [pid] = inspectorsOf(process.pid);
    const ticks = (): number => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[11]);
    const idle = ticks();
    const unending = { dictionary: '', content: Buffer.from(endlessRanges(2_000)) };
    const told = inspector.inspect(writePdf({ ...page, 8: unending }), expected);
    await eventually(() => ticks() > idle + 20, 'the process to be at work');
    process.kill(pid!, 'SIGKILL');
    expect(await told).toMatchObject({
      verdict: 'unreadable',
      fault: 'Reading it takes more computing than a receipt does.',
    });
    await inspector.close();
  });

  it('ends with its server, even in the middle of a file', async () => {
    await expectToEndWithServer(`
      const inspector = createPdfInspector({ timeoutMs: 600_000 });
      await inspector.inspect(writePdf(textPage(['x'])), expected);
      const unending = { dictionary: '', content: Buffer.from('${endlessRanges(2_000)}') };
      void inspector.inspect(writePdf({ ...textPage(['x']), 8: unending }), expected);
      setTimeout(() => console.log('begun'), 500);`);
  });

  it('ends with its server, even before it is ready', async () => {
    await expectToEndWithServer(`
      void createPdfInspector().inspect(writePdf(textPage(['x'])), expected);
      console.log('begun');`);
  });
});
