import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';

export const limits = { bytes: 12_000, importMs: 40 } as const;

/** What the package adds to a bundle that uses all of it: minified, then compressed. */
export const measureBytes = (file: string): number => {
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), { level: 9 }).length;
};

const runs = 7;

/**
 * Milliseconds of CPU that a first import takes in a fresh process, least of several: what else the machine does only adds,
 * and the time that it keeps the processor for itself is not counted.
 */
export const measureImportMs = (file: string): number => {
  const script = `
    const before = process.cpuUsage();
    await import(${JSON.stringify(pathToFileURL(file).href)});
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1_000);`;
  const run = (): number => Number(execFileSync(process.execPath, ['--input-type=module', '-e', script]));
  return Math.min(...Array.from({ length: runs }, run));
};
