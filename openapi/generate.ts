import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle, lint } from './generation/contract.ts';
import { cacheDirectory, documents, rootDirectory } from './generation/documents.ts';
import { writeErrors } from './generation/errors.ts';
import { findDifferences, publish } from './generation/generated-tree.ts';
import { prepareGenerator } from './generation/generator-jar.ts';
import { writeHandlers } from './generation/handlers.ts';
import { StepFailure } from './generation/run-tool.ts';
import { writeSandboxTable } from './generation/sandbox-table.ts';
import { writeTypes } from './generation/types.ts';
import { writeViolations } from './generation/violations.ts';

const usage = 'Usage: tsx openapi/generate.ts [--check | --lint]';

/** Everything is built beside the real tree first, so that a failed step leaves `generated/` as it was. */
const build = async (treeDirectory: string, workDirectory: string): Promise<void> => {
  await prepareGenerator();
  for (const document of documents) {
    await lint(document);
    const directory = join(treeDirectory, document.name);
    await mkdir(directory, { recursive: true });
    const bundled = await bundle(document, directory);
    await writeTypes(document, bundled, directory);
    await writeErrors(document, directory);
    await writeViolations(document, bundled, directory);
    await writeHandlers(document, bundled, directory, join(workDirectory, document.name));
  }
  await writeSandboxTable(join(treeDirectory, 'shared'));
};

const generate = async (isCheck: boolean): Promise<void> => {
  await mkdir(cacheDirectory, { recursive: true });
  const workDirectory = await mkdtemp(join(cacheDirectory, 'generate-'));
  try {
    const treeDirectory = join(workDirectory, 'generated');
    await build(treeDirectory, workDirectory);
    const differences = await findDifferences(treeDirectory);
    if (!isCheck) return await publish(treeDirectory, differences);
    if (differences.length > 0) {
      const lines = differences.map(({ path, kind }) => `  generated/${path} (${kind})`);
      const advice = 'generated/ does not match openapi/; run `make generate`:';
      throw new StepFailure([advice, ...lines].join('\n'));
    }
    console.log('check: generated/ matches openapi/');
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
};

const main = async ([flag, ...rest]: readonly string[]): Promise<void> => {
  const isKnown = flag === undefined || flag === '--check' || flag === '--lint';
  if (!isKnown || rest.length > 0) throw new StepFailure(usage);
  if (flag !== '--lint') return generate(flag === '--check');
  for (const document of documents) await lint(document);
};

// Every path of the chain is relative to the project, wherever it was called from.
process.chdir(rootDirectory);
try {
  await main(process.argv.slice(2));
} catch (failure) {
  if (!(failure instanceof StepFailure)) throw failure;
  console.error(failure.message);
  process.exitCode = 1;
}
