/** What a shop of the tests is charged and credited, worked out on whole kopecks and nothing else. */
export type Settling = 'RUB' | 'USDT';

/** Whole units of the smallest coin as text: kopecks with two decimals, millionths of USDT with six. */
export const coins = (units: bigint, decimals: 2 | 6): string => {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};

const decimalsOf = (settling: Settling): 2 | 6 => (settling === 'USDT' ? 6 : 2);

/** A rate of 0.0125 turns one kopeck into 125 millionths exactly. */
const recordedOf = (kopecks: bigint, settling: Settling): bigint => (settling === 'USDT' ? kopecks * 125n : kopecks);

/** Three per cent, half a coin rounded up. */
const commissionOn = (recorded: bigint): bigint => (recorded * 3n + 50n) / 100n;

/** The figures of `kopecks` roubles paid, and the same as they are shown. */
export const figuresOf = (kopecks: bigint, settling: Settling) => {
  const recorded = recordedOf(kopecks, settling);
  const commission = commissionOn(recorded);
  const settlement = recorded - commission;
  const decimals = decimalsOf(settling);
  return {
    settlement,
    shown: {
      settlement_amount: coins(settlement, decimals),
      settlement_currency: settling,
      commission_amount: coins(commission, decimals),
    },
    recordedShown: { recorded_currency: settling, recorded_amount: coins(recorded, decimals) },
  };
};

export const conversionShown = (settling: Settling) =>
  settling === 'USDT' ? { fx_source: 'sandbox', fx_rate: '0.012500' } : {};

/** A line per posting, with the ledger's six decimals, in the order in which they are written. */
export const postingsOf = (kopecks: bigint, settling: Settling, providerId: string): string[] => {
  const millionths = (units: bigint, currency: Settling): string => {
    const scaled = currency === 'USDT' ? units : units * 10_000n;
    return `${scaled < 0n ? '-' : ''}${coins(scaled < 0n ? -scaled : scaled, 6)} ${currency}`;
  };
  const recorded = recordedOf(kopecks, settling);
  const commission = commissionOn(recorded);
  return [
    `clearing:${providerId} ${millionths(-kopecks, 'RUB')}`,
    ...(settling === 'USDT'
      ? [`exchange ${millionths(kopecks, 'RUB')}`, `exchange ${millionths(-recorded, 'USDT')}`]
      : []),
    `available ${millionths(recorded - commission, settling)}`,
    ...(commission > 0n ? [`commission ${millionths(commission, settling)}`] : []),
  ];
};

export const balanceShown = (units: bigint, settling: Settling) => {
  const amount = coins(units, decimalsOf(settling));
  return { currency: settling, available: amount, reserved: coins(0n, decimalsOf(settling)), total: amount };
};
