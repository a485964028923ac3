import { everyScope } from '#features/access';
import { issueClient, issueToken } from '#features/clients';
import type { Api } from '#platform/apis';
import type { Database } from '#platform/database';
import { createKeyRing } from '#platform/secrets';
import { seeder } from '#test/support/operators';
import { testKeys } from '#test/support/settings';
import type { TestShop } from '#test/support/shop';
import { requestOf, wires, type WireRequest } from '#test/support/wires';
import { detailsIn, readOperation } from '../cancel-merchant.ts';
import { createPayment, orderOf, type Answer } from '../merchant.ts';
import { fullAmount } from './reports.ts';

/** What a merchant is told, in short, and of which operation. */
export type Told = { readonly text: string; readonly operationId: string | null };

export type RaceOrder = {
  /** The client is named by it as well: the provider knows a payment by its client. */
  readonly identifier: string;
  readonly idempotencyKey: string | null;
};

/** How a merchant asks by an API, over HTTP, and how the answer reads in the matrix. */
export type Entrance = {
  readonly create: (url: string, order: RaceOrder) => Promise<Told>;
  /** By the merchant's identifier; and, where the answer may be of several, each by its own id as well. */
  readonly read: (url: string, identifier: string, operationIds: readonly string[]) => Promise<string>;
};

export const shownIn = (given: Answer): string => {
  const {
    status = '',
    actual_amount: actual,
    cancel_reason: reason,
    manual_check_reason: doubt,
  } = given.body as Record<string, string>;
  if (given.status !== 200) return String(given.status);
  const why: Readonly<Record<string, string>> = {
    completed: ` ${actual}`,
    cancelled: ` (${reason})`,
    manual_check: ` (${doubt})`,
  };
  return `${status}${why[status] ?? ''}${detailsIn(given).length > 0 ? ', details' : ''}`;
};

const v1 = ({ apiKey }: TestShop): Entrance => ({
  create: async (url, { identifier }) => {
    const given = await createPayment(url, apiKey, { ...orderOf(fullAmount, identifier), client_id: identifier });
    return { text: shownIn(given), operationId: given.status === 200 ? (given.body['operation_id'] as string) : null };
  },
  read: async (url, identifier) => shownIn(await readOperation(url, apiKey, { merchant_operation_id: identifier })),
});

type Operation = {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly paymentDetailsData: { readonly number: string };
};

const shownOperation = ({ status, amount, paymentDetailsData }: Operation): string =>
  `${status}${status === 'success' ? ` ${amount.toFixed(2)}` : ''}${paymentDetailsData.number === '' ? '' : ', details'}`;

const h2h = (accessToken: string): Entrance => {
  const { create, find, read } = wires.h2h;
  const ask = async (url: string, request: WireRequest): Promise<{ status: number; data: unknown }> => {
    const { headers, ...sent } = requestOf(request);
    const authorization = `Bearer ${accessToken}`;
    const response = await fetch(`${url}${request.path}`, { ...sent, headers: { ...headers, authorization } });
    return { status: response.status, ...((await response.json()) as { data: unknown }) };
  };
  const shownById = async (url: string, operationId: string): Promise<string> => {
    const { status, data } = await ask(url, read(operationId));
    return status === 200 ? shownOperation(data as Operation) : String(status);
  };
  return {
    create: async (url, { identifier, idempotencyKey }) => {
      const order = { type: 'payment', amount: fullAmount, identifier, clientId: identifier } as const;
      const { status, data } = await ask(url, create(order, idempotencyKey));
      return data === null
        ? { text: String(status), operationId: null }
        : { text: shownOperation(data as Operation), operationId: (data as Operation).id };
    },
    read: async (url, identifier, operationIds) => {
      const found = (await ask(url, find(identifier))).data as readonly Operation[];
      const shown = found.map(shownOperation);
      const byId = await Promise.all(found.map(({ id }) => shownById(url, id)));
      const others = operationIds.filter((id) => !found.some((operation) => operation.id === id));
      const hidden = await Promise.all(others.map((id) => shownById(url, id)));
      const isAlike = byId.every((text, index) => text === shown[index]) && hidden.every((text) => text === '404');
      return isAlike ? shown.join('; ') || 'none' : `${shown.join('; ')}, but by id ${[...byId, ...hidden].join('; ')}`;
    },
  };
};

/** The entrances of one shop, with a key and a token of its own. */
export const openEntrances = async (database: Database, shop: TestShop): Promise<Readonly<Record<Api, Entrance>>> => {
  const needs = { database, keyRing: createKeyRing(testKeys) };
  const of = { shop: { shopId: shop.shopId, mode: 'test' as const }, scopes: everyScope, actor: seeder };
  const { clientId } = await issueClient(needs, of);
  // A run can take longer than a token that is granted to a client lives.
  const { accessToken } = await issueToken(needs, { clientId, scopes: undefined, days: 1, actor: seeder });
  return { v1: v1(shop), h2h: h2h(accessToken) };
};
