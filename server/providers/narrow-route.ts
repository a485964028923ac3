import { decimal, largest, smallest, type Decimal } from '#platform/money';

/** What a connector has last told of itself, as far as routes go by it. Null: nothing yet, or too long ago. */
export type ToldOfConnector = {
  readonly capabilities: { readonly payments: readonly ToldMethod[]; readonly payouts: readonly ToldMethod[] } | null;
  readonly health: {
    readonly status: 'up' | 'down';
    readonly methods: readonly { readonly method: string; readonly direction: string }[];
  } | null;
};

type ToldMethod = {
  readonly method: string;
  readonly min_amount: string;
  readonly max_amount: string;
  readonly lifetime_seconds?: number;
  readonly confirmation?: string;
};

export type RouteLimits = {
  readonly minAmount: Decimal;
  readonly maxAmount: Decimal;
  readonly lifetimeSeconds: number;
};

const confirmations: readonly (string | undefined)[] = [undefined, 'none', 'receipt'];

const isDown = ({ health }: ToldOfConnector, direction: string, method: string): boolean =>
  health?.status === 'down' ||
  health?.methods.some((down) => down.method === method && down.direction === direction) === true;

/**
 * What is left of an operator's route by what its connector serves: a route may be narrower and is never wider. Null where it serves
 * nothing of it, or is down.
 */
export const narrowRoute = (
  limits: RouteLimits,
  told: ToldOfConnector,
  direction: 'payment' | 'payout',
  method: string,
): RouteLimits | null => {
  if (isDown(told, direction, method)) return null;
  const { capabilities } = told;
  if (capabilities === null) return limits;
  const served = capabilities[direction === 'payment' ? 'payments' : 'payouts'].find((one) => one.method === method);
  if (served === undefined || !confirmations.includes(served.confirmation)) return null;
  return {
    minAmount: largest(limits.minAmount, decimal(served.min_amount)),
    maxAmount: smallest(limits.maxAmount, decimal(served.max_amount)),
    lifetimeSeconds: Math.min(limits.lifetimeSeconds, served.lifetime_seconds ?? limits.lifetimeSeconds),
  };
};
