import type { components } from '#generated/connector/types';
import type { PaymentOrder } from '#providers';

type Schemas = components['schemas'];

const rails = ['card', 'phone', 'account'] as const satisfies readonly PaymentOrder['rail'][];

/** The list of rails is open. One that is unknown here belongs to a method that is not served, so it never gets far. */
export const toRail = (rail: string): PaymentOrder['rail'] => rails.find((known) => known === rail) ?? 'card';

/** What the merchant tells of its end user. */
export const toClient = ({ id, ip, phone, created_at: createdAt }: Schemas['Client']) => ({
  clientId: id,
  clientIp: ip ?? null,
  clientPhone: phone ?? null,
  clientCreatedAt: createdAt === undefined ? null : new Date(createdAt),
});
