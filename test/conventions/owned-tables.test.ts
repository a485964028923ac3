import { expect, it } from '@jest/globals';
import { featureOf } from './modules.ts';
import { isTest, projectFiles, readProjectFile } from './source-files.ts';

/** What operators set, and the module whose use cases write it and its audit entries. */
const owners = {
  banks: 'banks',
  bank_aliases: 'banks',
  bank_lists: 'banks',
  methods: 'pricing',
  tariffs: 'pricing',
  providers: 'routes',
  routes: 'routes',
  maintenance_windows: 'routes',
  fx_rates: 'rates',
  merchants: 'merchants',
  shops: 'merchants',
  api_keys: 'access',
  api_key_directory: 'access',
  clients: 'clients',
  client_secrets: 'clients',
  client_directory: 'clients',
  tokens: 'clients',
  signing_keys: 'clients',
  connectors: 'connectors',
  connector_secrets: 'connectors',
  webhook_endpoints: 'webhooks',
  webhook_secrets: 'webhooks',
} as const satisfies Readonly<Record<string, string>>;

const writesTo = (table: string): RegExp =>
  new RegExp(
    [
      `\\b(insert into|update|delete from)\\s+${table}\\b`,
      `\\(['"]${table}( as \\w+)?['"]\\)[^;]*?\\.(insert|update|del|delete|merge|increment)\\(`,
    ].join('|'),
  );

it.each(Object.entries(owners))('writes to the table %s are in the module %s', (table, owner) => {
  const writing = writesTo(table);
  const modules = projectFiles
    .filter((path) => featureOf(path) !== null && !isTest(path) && path.endsWith('.ts'))
    .filter((path) => writing.test(readProjectFile(path)))
    .map(featureOf);
  expect([...new Set(modules)]).toEqual([owner]);
});
