import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StepFailure, runTool } from './run-tool.ts';

const configFile = 'openapi/openapitools.json';

const readConfig = async (): Promise<{ version: string; storageDirectory: string; jar: string }> => {
  const parsed = JSON.parse(await readFile(configFile, 'utf8')) as {
    'generator-cli': { version: string; storageDir: string };
  };
  const { version, storageDir } = parsed['generator-cli'];
  return { version, storageDirectory: storageDir, jar: join(storageDir, `${version}.jar`) };
};

export const runGenerator = (args: readonly string[], timeoutMs?: number) =>
  runTool(
    process.execPath,
    ['node_modules/@openapitools/openapi-generator-cli/main.js', '--openapitools', configFile, ...args],
    timeoutMs === undefined ? {} : { timeoutMs },
  );

/** A cut download leaves a jar that exists and does not start; it must not be kept. */
const isUsable = async (jar: string, version: string): Promise<boolean> => {
  if (!existsSync(jar)) return false;
  const { isSuccess, output } = await runTool('java', ['-jar', jar, 'version']);
  if (isSuccess && output.includes(version)) return true;
  await rm(jar, { force: true });
  return false;
};

const copyWithMaven = async (version: string, storageDirectory: string, jar: string): Promise<string> => {
  const artifact = 'org.openapitools:openapi-generator-cli';
  const { isSuccess, isInstalled, output } = await runTool('mvn', [
    '--batch-mode',
    '--quiet',
    'dependency:copy',
    `-Dartifact=${artifact}:${version}`,
    `-DoutputDirectory=${storageDirectory}`,
  ]);
  if (!isInstalled) return 'Maven is not installed';
  const copied = join(storageDirectory, `openapi-generator-cli-${version}.jar`);
  if (isSuccess && existsSync(copied)) await rename(copied, jar);
  return output.split('\n')[0] ?? '';
};

/**
 * Sees to it that the generator's jar is in the wrapper's storage. The wrapper's own download cannot pass on
 * closed networks; Maven usually can, since it follows the mirrors of its own settings.
 */
export const prepareGenerator = async (): Promise<void> => {
  const java = await runTool('java', ['-version']);
  if (!java.isSuccess) {
    throw new StepFailure('make generate needs Java 11 or newer; make run, test and check do not.');
  }
  const { version, storageDirectory, jar } = await readConfig();
  if (await isUsable(jar, version)) return;
  await mkdir(storageDirectory, { recursive: true });
  await runGenerator(['version'], 120_000);
  if (await isUsable(jar, version)) return console.log(`generator ${version}: downloaded`);
  const reason = await copyWithMaven(version, storageDirectory, jar);
  if (await isUsable(jar, version)) return console.log(`generator ${version}: fetched by Maven`);
  throw new StepFailure(`OpenAPI Generator ${version} came neither by download nor from Maven: ${reason}`);
};
