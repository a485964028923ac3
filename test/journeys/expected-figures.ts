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

/** Whole per cents, half a coin rounded up. */
const shareOf = (recorded: bigint, percent: bigint): bigint => (recorded * percent + 50n) / 100n;

const commissionOn = (recorded: bigint): bigint => shareOf(recorded, 3n);

const shownFigures = (settlement: bigint, commission: bigint, settling: Settling) => ({
  settlement_amount: coins(settlement, decimalsOf(settling)),
  settlement_currency: settling,
  commission_amount: coins(commission, decimalsOf(settling)),
});

const recordedFigures = (recorded: bigint, settling: Settling) => ({
  recorded_currency: settling,
  recorded_amount: coins(recorded, decimalsOf(settling)),
});

/** The figures of `kopecks` roubles paid, and the same as they are shown. */
export const figuresOf = (kopecks: bigint, settling: Settling) => {
  const recorded = recordedOf(kopecks, settling);
  const commission = commissionOn(recorded);
  const settlement = recorded - commission;
  return {
    settlement,
    shown: shownFigures(settlement, commission, settling),
    recordedShown: recordedFigures(recorded, settling),
  };
};

/** The figures of `kopecks` roubles paid out, at two per cent: what was recorded and the commission on top. */
export const payoutFiguresOf = (kopecks: bigint, settling: Settling) => {
  const recorded = recordedOf(kopecks, settling);
  const commission = shareOf(recorded, 2n);
  const settlement = recorded + commission;
  return {
    settlement,
    shown: shownFigures(settlement, commission, settling),
    recordedShown: recordedFigures(recorded, settling),
  };
};

export const conversionShown = (settling: Settling) =>
  settling === 'USDT' ? { fx_source: 'sandbox', fx_rate: '0.012500' } : {};

/** With the ledger's six decimals. */
const millionths = (units: bigint, currency: Settling): string => {
  const scaled = currency === 'USDT' ? units : units * 10_000n;
  return `${scaled < 0n ? '-' : ''}${coins(scaled < 0n ? -scaled : scaled, 6)} ${currency}`;
};

/** A line per posting, in the order in which they are written. */
export const postingsOf = (kopecks: bigint, settling: Settling, providerId: string): string[] => {
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

/** The postings that reserve a payout of `kopecks`, and those that release all of it. */
export const reservePostings = (kopecks: bigint, settling: Settling): string[] => {
  const { settlement } = payoutFiguresOf(kopecks, settling);
  return [`available ${millionths(-settlement, settling)}`, `reserved ${millionths(settlement, settling)}`];
};
export const releasePostings = (kopecks: bigint, settling: Settling): string[] => {
  const { settlement } = payoutFiguresOf(kopecks, settling);
  return [`reserved ${millionths(-settlement, settling)}`, `available ${millionths(settlement, settling)}`];
};

/** The postings of a payout that asked for `asked`, of which each provider paid its part. */
export const payoutPostingsOf = (
  asked: bigint,
  paid: readonly (readonly [providerId: string, kopecks: bigint])[],
  settling: Settling,
): string[] => {
  const kopecks = paid.reduce((sum, [, part]) => sum + part, 0n);
  const [reserved, { settlement }] = [payoutFiguresOf(asked, settling).settlement, payoutFiguresOf(kopecks, settling)];
  const recorded = recordedOf(kopecks, settling);
  return [
    `reserved ${millionths(-reserved, settling)}`,
    ...(reserved > settlement ? [`available ${millionths(reserved - settlement, settling)}`] : []),
    ...(settlement > recorded ? [`commission ${millionths(settlement - recorded, settling)}`] : []),
    ...(settling === 'USDT'
      ? [`exchange ${millionths(recorded, 'USDT')}`, `exchange ${millionths(-kopecks, 'RUB')}`]
      : []),
    ...paid.map(([providerId, part]) => `clearing:${providerId} ${millionths(part, 'RUB')}`),
  ];
};

export const balanceShown = (available: bigint, settling: Settling, reserved = 0n) => {
  const shown = (units: bigint): string => coins(units, decimalsOf(settling));
  return {
    currency: settling,
    available: shown(available),
    reserved: shown(reserved),
    total: shown(available + reserved),
  };
};
