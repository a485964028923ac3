import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';

const script = `
  import { createServer } from 'node:http';
  import { capConnections } from '${new URL('cap-connections.ts', import.meta.url).href}';
  const server = createServer();
  const warnings = [];
  const log = { warn: (fields) => warnings.push(fields) };
  capConnections(server, { log, metrics: {} }, { mostConnections: 5000, otherFiles: 300 });
  console.log(JSON.stringify({ most: server.maxConnections, warnings }));
`;

const startWith = (openFiles: number): unknown => {
  const node = [process.execPath, '--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync('sh', ['-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...node], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
};

it('leaves files for the database where a process may open only a few', () => {
  expect(startWith(1_024)).toEqual({ most: 724, warnings: [{ openFiles: 1_024, connections: 724 }] });
});

it('stays reachable where there are hardly any', () => {
  expect(startWith(200)).toEqual({ most: 50, warnings: [{ openFiles: 200, connections: 50 }] });
});
