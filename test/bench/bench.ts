import type { Database } from '#platform/database';
import type { TestShop } from '#test/support/shop';
import type { Measured } from './load.ts';
import type { Receivers } from './webhook-receivers.ts';

export type Bench = {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly serverUrl: string;
  readonly shops: readonly TestShop[];
  /** Of the first shops' webhooks. */
  readonly receivers: Receivers;
  readonly seconds: { readonly warmUp: number; readonly counted: number };
};

export type Compared = { readonly ours: Measured; readonly floor: Measured };
