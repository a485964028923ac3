import { stringify } from 'yaml';
import { listShops } from '#features/merchants';
import type { Database } from '#platform/database';
import { readCurrent } from './read-current.ts';
import type { Item, Kind, Values } from './setup-items.ts';

type Needs = { readonly database: Database };

/** What a file leaves out where there is nothing. */
const written = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

const bySubject = (one: Item, other: Item): number => (one.subject < other.subject ? -1 : 1);

const endpointOf = ({ url, types, isDefault }: Values) => written({ url: url!, types: types!, default: isDefault! });

/** The file that `apply` would need to make all of this again. Secrets are no part of a set-up. */
const fileOf = (items: readonly Item[]) => {
  const of = (kind: Kind, shop: string | null = null): Item[] =>
    items.filter((item) => item.kind === kind && item.shop === shop).sort(bySubject);
  const valuesOf = (kind: Kind, shop: string | null = null) => of(kind, shop).map(({ values }) => written(values));
  return {
    merchants: of('merchant').map(({ subject }) => subject),
    methods: valuesOf('method'),
    providers: of('provider').map(({ subject, values }) => ({ id: subject, ...values })),
    rates: valuesOf('rate'),
    shops: of('shop').map(({ subject: name, values }) => ({
      name,
      ...written(values),
      routes: valuesOf('route', name),
      tariffs: valuesOf('tariff', name),
      // A disabled endpoint is what remains of a removed one.
      webhooks: of('endpoint', name)
        .filter((endpoint) => endpoint.values['isEnabled'] === true)
        .map((endpoint) => endpointOf(endpoint.values)),
    })),
  };
};

/** The present set-up as a file for `apply`: rates as they are in force, and without endpoints that are disabled. */
export const exportSetup = async ({ database }: Needs): Promise<string> =>
  stringify(fileOf(await readCurrent(database, await listShops(database))), { lineWidth: 0 });
