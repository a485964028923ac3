/**
 * What a method makes of the bank that a merchant names. `ignored`: nothing; `listed`: it must be the code of a bank of the
 * list; `classified`: any name of a bank of the list, which becomes its one name; `verbatim`: it is passed on as it is.
 */
export const bankRules = ['ignored', 'listed', 'classified', 'verbatim'] as const;

/** Lists of banks that there are: those that merchants name by a short code, and the members of a payment system. */
export const bankLists = ['rub_codes', 'sbp'] as const;

export type BankTreatment = {
  readonly bankRule: (typeof bankRules)[number];
  /** Null where banks are ignored. Where they are taken verbatim, it tells the tier of those that it knows. */
  readonly bankList: (typeof bankLists)[number] | null;
};

/** Whether the house pays out within the bank. Tariffs may depend on it. */
export type BankTier = 'intrabank' | 'interbank';
