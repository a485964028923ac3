import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const sdkDirectory = fileURLToPath(new URL('..', import.meta.url));
const tsdown = fileURLToPath(new URL('../../node_modules/tsdown/dist/run.mjs', import.meta.url));

export interface PackedPackage {
  /** A merchant's project that has the package installed, and nothing else. */
  readonly project: string;
  readonly packageDirectory: string;
  readonly remove: () => void;
}

/**
 * Builds outside the checkout: what a test then imports finds no other package, and no other test's dist is
 * disturbed.
 */
export const packPackage = (): PackedPackage => {
  const project = mkdtempSync(join(tmpdir(), 'turnpike-sdk-'));
  const packageDirectory = join(project, 'node_modules', '@turnpike', 'sdk');
  mkdirSync(packageDirectory, { recursive: true });
  execFileSync(process.execPath, [tsdown, '--out-dir', join(packageDirectory, 'dist'), '--logLevel', 'error'], {
    cwd: sdkDirectory,
  });
  for (const name of ['package.json', 'README.md', 'CHANGELOG.md', 'THIRD-PARTY-LICENSES']) {
    cpSync(join(sdkDirectory, name), join(packageDirectory, name));
  }
  cpSync(join(sdkDirectory, 'examples'), join(project, 'examples'), { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  return { project, packageDirectory, remove: () => rmSync(project, { recursive: true, force: true }) };
};
