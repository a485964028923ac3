import type { ConnectorHandlers } from '#generated/connector/handlers';
import { decimal } from '#platform/money';
import { programVersion } from '#platform/program-version';
import { withinTime } from './deadline.ts';
import type { ConnectorNeeds, ServedMethod } from './needs.ts';

const toWireLimits = ({ method, currency, minAmount, maxAmount }: ServedMethod) => ({
  method,
  currency,
  min_amount: minAmount,
  max_amount: maxAmount,
});

/** What each currency begins with: money of a sandbox. */
const float = decimal('1000000000.00');
const daySeconds = 86_400;

/** What the connector can do, has, and how it is. */
export const connectorAbout = ({ book, methods, providerId }: ConnectorNeeds): ConnectorHandlers<void> => ({
  getCapabilities: withinTime(async () => ({
    status: 200,
    body: {
      name: `Turnpike sandbox ${programVersion()} (${providerId})`,
      repeats_payouts: true,
      payments: methods.map((served) => ({
        ...toWireLimits(served),
        confirmation: 'none' as const,
        lifetime_seconds: daySeconds,
        changes_kopecks: false,
      })),
      payouts: methods.map((served) => ({
        ...toWireLimits(served),
        usual_seconds: 2,
        latest_seconds: daySeconds,
      })),
    },
  })),
  getHealth: withinTime(async () => ({ status: 200, body: { status: 'up', methods: [] } })),
  listBalances: withinTime(async () => {
    const turnover = new Map((await book.sumTurnover()).map(({ currency, total }) => [currency, total]));
    const asOf = new Date().toISOString();
    const currencies = [...new Set(methods.map(({ currency }) => currency))];
    const balances = currencies.map((currency) => ({
      currency,
      available: float.plus(decimal(turnover.get(currency) ?? '0')).toFixed(2),
      as_of: asOf,
    }));
    return { status: 200, body: { balances } };
  }),
});
