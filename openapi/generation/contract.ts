import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAPI3 } from 'openapi-typescript';
import type { ContractDocument } from './documents.ts';
import { completeViolations } from './violation-examples.ts';
import { StepFailure, runTool } from './run-tool.ts';

const redocly = async (command: string, ...args: readonly string[]) => {
  const program = ['node_modules/@redocly/cli/bin/cli.js', command, '--config=openapi/redocly.yaml'];
  const { isSuccess, output } = await runTool(process.execPath, [...program, ...args], {
    environment: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
  });
  // On Node 20 every run begins with a framed notice about Node 20, which no setting switches off.
  const lines = output.split('\n').filter((line) => !/^\s*[╔║╚]/.test(line));
  return { isSuccess, output: lines.join('\n').trim() };
};

/** A warning fails like an error does: one that only scrolls by is a rule that is not kept. */
export const lint = async (document: ContractDocument): Promise<void> => {
  const { isSuccess, output } = await redocly('lint', document.source);
  if (!isSuccess || /\b[1-9]\d* warnings?\b/.test(output)) {
    throw new StepFailure(`${document.name}: lint failed\n${output}`);
  }
  console.log(`${document.name}: lint passed`);
};

/** Component names are sorted, so that moving a reference in the source does not reshuffle the bundle. */
const withSortedComponents = (bundled: OpenAPI3): OpenAPI3 => {
  const { components, ...rest } = bundled;
  if (components === undefined) return bundled;
  const kinds = Object.entries(components as Readonly<Record<string, Readonly<Record<string, unknown>>>>);
  const sorted = kinds.map(([kind, members]): readonly [string, unknown] => [
    kind,
    Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))),
  ]);
  return { ...rest, components: Object.fromEntries(sorted) };
};

export const bundle = async (document: ContractDocument, directory: string): Promise<OpenAPI3> => {
  const file = join(directory, 'openapi.json');
  const { isSuccess, output } = await redocly('bundle', document.source, '--ext=json', `--output=${file}`);
  if (!isSuccess) throw new StepFailure(`${document.name}: bundle failed\n${output}`);
  const bundled = completeViolations(withSortedComponents(JSON.parse(await readFile(file, 'utf8')) as OpenAPI3));
  await writeFile(file, `${JSON.stringify(bundled, null, 2)}\n`);
  console.log(`${document.name}: openapi.json bundled`);
  return bundled;
};
