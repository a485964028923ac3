/** Texts that some parser somewhere takes for an amount. The contract's form is two decimals and nothing around them. */
export const malformedAmounts: readonly string[] = [
  '', ' ', '1', '1.', '.5', '.50', '1.0', '1.000', '0.001', '01.00', '00.50', '0', '0.0', '0.00', '-0.00', '-1.00',
  '+1.00', ' 1.00', '1.00 ', '1.00\n', '\t1.00', '1 000.00', '1_000.00', '1,00', '1,000.00', '1.000,00', '1.00.00',
  '1e3', '1E3', '1.00e0', '1e-2', '1e999999999', '0x10', '0b1.00', '0o7.00', 'NaN', 'nan', 'Infinity', '-Infinity',
  'null', 'true', 'one', '1.00RUB', '$1.00', '１.００', '１２.３４', '１２３．４５', '١٢٣٫٤٥', '١.٠٠', '१.००', '𝟏.𝟎𝟎', '1٫00', '1。00',
  '1\u00a0000.00', '\u20281.00', '1.00\u200b', '−1.00', '¼', '1000000000.00', '9999999999999999.99', `${'9'.repeat(1_000)}.00`,
];

/** Values of the right size and the wrong type. */
export const mistypedAmounts: readonly unknown[] = [1, 1.5, 1000.58, 0, -1, 1e21, true, false, null, {}, [], ['1.00'], { value: '1.00' }];
