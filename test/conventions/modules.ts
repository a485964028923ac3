import { isTest, readProjectFile } from './source-files.ts';

/** Which files a module consists of, and what they may import beside their own module. Both are beginnings of paths. */
type Module = { readonly name: string; readonly at: string; readonly mayImport: readonly string[] };

const core = ['server/platform/', 'server/ledger/', 'server/outbox/', 'server/providers/index.ts'];
const entrance = ['generated/', 'server/features/', 'server/platform/'];

/** Modules in which everything comes together. Tests stand beside what they test and build what they need. */
const joints = [
  'server/composition.ts',
  'server/composition/',
  'server/start-server.ts',
  'server/main.ts',
  'server/serve.ts',
  'server/turnpike.ts',
  'server/turnpike.mjs',
  'server/build/',
  'server/local/',
  'test/',
];

/** The first module that a path begins with is its module, so the narrower ones go first. */
export const modules: readonly Module[] = [
  { name: 'platform', at: 'server/platform/', mayImport: [] },
  { name: 'require-node', at: 'server/require-node.mjs', mayImport: [] },
  { name: 'ledger', at: 'server/ledger/', mayImport: ['server/platform/'] },
  { name: 'outbox', at: 'server/outbox/', mayImport: ['server/platform/'] },
  {
    name: 'providers/sandbox',
    at: 'server/providers/sandbox/',
    // The table of magic amounts is one for server, mock and docs, so it is generated.
    mayImport: ['server/platform/', 'server/providers/port.ts', 'generated/shared/'],
  },
  {
    name: 'providers/http',
    at: 'server/providers/http/',
    mayImport: ['server/platform/', 'server/providers/port.ts', 'generated/connector/'],
  },
  { name: 'providers', at: 'server/providers/', mayImport: ['server/platform/'] },
  // Which feature may use which other one is listed in docs/architecture.md.
  { name: 'features', at: 'server/features/', mayImport: core },
  { name: 'entrances/http', at: 'server/entrances/http/', mayImport: ['server/platform/'] },
  {
    name: 'entrances/oauth',
    at: 'server/entrances/oauth/',
    mayImport: ['server/features/', 'server/platform/', 'server/entrances/http/'],
  },
  { name: 'entrances/probes', at: 'server/entrances/probes/', mayImport: entrance },
  { name: 'entrances/jobs', at: 'server/entrances/jobs/', mayImport: ['server/features/', 'server/platform/'] },
  {
    name: 'entrances/command-line',
    at: 'server/entrances/command-line/',
    mayImport: ['server/features/', 'server/platform/', 'server/conformance/index.ts'],
  },
  {
    // The sandbox as a server of its own: it adapts a provider, where the others adapt features.
    name: 'entrances/connector',
    at: 'server/entrances/connector/',
    mayImport: [
      ...entrance,
      'server/entrances/http/',
      'server/providers/index.ts',
      'server/providers/sandbox/index.ts',
    ],
  },
  {
    // What a connector tells is read as its answers are.
    name: 'entrances/callbacks',
    at: 'server/entrances/callbacks/',
    mayImport: [...entrance, 'server/entrances/http/', 'server/providers/index.ts', 'server/providers/http/index.ts'],
  },
  {
    name: 'entrances',
    at: 'server/entrances/',
    mayImport: [...entrance, 'server/entrances/http/', 'server/entrances/oauth/', 'server/entrances/probes/'],
  },
  // Tries connectors from outside, as a gateway meets them: it knows their contract, and nothing of the gateway.
  { name: 'conformance', at: 'server/conformance/', mayImport: ['generated/', 'server/platform/'] },
  { name: 'database', at: 'server/database/', mayImport: ['server/platform/'] },
  { name: 'sdk', at: 'sdk/', mayImport: ['generated/'] },
  { name: 'mock', at: 'mock/', mayImport: ['generated/'] },
  { name: 'docs', at: 'docs/', mayImport: ['generated/'] },
  // Written as by an author of connectors, who has the contract and nothing of the gateway.
  { name: 'examples', at: 'examples/', mayImport: ['generated/connector/'] },
  { name: 'generation', at: 'openapi/', mayImport: [] },
];

export const isJoint = (path: string): boolean => isTest(path) || joints.some((joint) => path.startsWith(joint));

export const moduleOf = (path: string): Module | undefined => modules.find(({ at }) => path.startsWith(at));

/** Of a file in `server/features/payments/` it is `payments`; null of any other. */
export const featureOf = (path: string): string | null => /^server\/features\/([^/]+)\//.exec(path)?.[1] ?? null;

/** The edges between features that docs/architecture.md lists, as `payments → pricing`. */
export const listedEdges = (): readonly string[] => {
  const document = readProjectFile('docs/architecture.md');
  const table = /^\| Feature \| uses \|\n(?:\|.*\n)+/m.exec(document)?.[0] ?? '';
  return [...table.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].flatMap(([, from, targets = '']) =>
    [...targets.matchAll(/`(\w+)`/g)].map(([, to]) => `${from} → ${to}`),
  );
};
