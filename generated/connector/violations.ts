// Written by make generate from openapi/connector; never edited by hand.

/** The sentence about each violation; what stands in braces differs from case to case. */
export const violations = {
  required: 'is required',
  forbidden: 'must not be sent',
  type: 'must be {expected}',
  pattern: 'must be {expected}',
  format: 'must be {expected}',
  enum: 'must be one of: {values}',
  any_of: 'must be {expected}',
  one_of: 'must have exactly one of {fields}',
  min_length: 'must have at least {limit}',
  max_length: 'must have at most {limit}',
  minimum: 'must be at least {limit}',
  maximum: 'must be at most {limit}',
  max_properties: 'must have at most {limit}',
  property_names: 'must have names {expected}',
  json: 'must be valid JSON in UTF-8',
  duplicate_key: 'must have every field only once',
  forbidden_key: 'must not have a field named __proto__, constructor or prototype',
  forbidden_character: 'must be text in UTF-8, without NUL and without half of a surrogate pair',
  too_many_fields: 'must not have more than {limit} fields',
  too_deep: 'must not nest deeper than {limit} levels',
  too_many_parts: 'must not have more than {limit} parts',
  malformed_body: 'must arrive complete and in the form that its content type names',
  malformed_request: 'must be a request of HTTP/1.1 that names one host',
  unknown_method: 'must be the code of a {direction} method',
  wrong_currency: 'must be {currency}, the currency of {method}',
  wrong_number: 'must be {expected}',
  unknown_bank: 'must be the code of a bank that {method} reaches: {banks}',
  out_of_limits: 'must be from {minimum} to {maximum} for {method}',
  too_small: 'must be large enough to be charged in {currency}',
  wrong_cursor: 'must be a cursor that this listing has given, unchanged',
  wrong_url: 'must be an absolute https address, without a user name or password',
} as const;

export type ViolationCode = keyof typeof violations;

type Values = Readonly<Record<string, string>>;

/** The sentence with what it names in this case. */
export const fillIn = (sentence: string, values: Values): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'what the contract says');

/** What the sentences name, by the place in the request (`*` is any name or position) and the violation. */
export type Expectations = Readonly<Record<string, Readonly<Record<string, Values>>>>;

/** What is in a place; a place behind a name of the sender's choice is found by its star. */
export const expectationOf = (expectations: Expectations, place: string, code: string): Values =>
  (expectations[place] ?? expectations[place.replace(/[^/]*$/, '*')])?.[code] ?? {};

/** By operationId. */
export const expectations = {
  lookUpPayment: {
    '/params/attempt_id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
      pattern: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
    },
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/x-timeout-ms': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '60000' } },
  },
  createPayment: {
    '/params/attempt_id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
      pattern: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
    },
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/x-timeout-ms': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '60000' } },
    '/body': { type: { expected: 'an object' } },
    '/body/shop_id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c2a11-03f4-7d19-8b55-6a0f9e1c7d20' },
      pattern: { expected: 'a UUID such as 019c2a11-03f4-7d19-8b55-6a0f9e1c7d20' },
    },
    '/body/method': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '64 characters' },
    },
    '/body/rail': { type: { expected: 'a string' } },
    '/body/amount': {
      type: { expected: 'a string' },
      pattern: {
        expected: 'a decimal string with exactly two decimals, above zero and at most 999999999.99, such as "1000.00"',
      },
    },
    '/body/currency': {
      type: { expected: 'a string' },
      pattern: { expected: 'a currency code of three capital letters, such as RUB' },
    },
    '/body/client': { type: { expected: 'an object' } },
    '/body/client/id': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '200 characters' },
    },
    '/body/client/ip': { type: { expected: 'a string' }, any_of: { expected: 'an IPv4 or IPv6 address' } },
    '/body/client/phone': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '64 characters' },
    },
    '/body/client/created_at': {
      type: { expected: 'a string' },
      format: { expected: 'a time in ISO 8601 with its offset, such as 2026-02-10T09:00:02.113Z' },
    },
  },
  voidPayment: {
    '/params/attempt_id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
      pattern: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
    },
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/x-timeout-ms': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '60000' } },
  },
  submitReceipt: {
    '/params/attempt_id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
      pattern: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
    },
    '/params/file_id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c46f2-9f10-7e55-a3c1-7d2e4f6a8b90' },
      pattern: { expected: 'a UUID such as 019c46f2-9f10-7e55-a3c1-7d2e4f6a8b90' },
    },
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/x-timeout-ms': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '60000' } },
    '/body': { type: { expected: 'an object' } },
    '/body/receipt': { type: { expected: 'a file' } },
  },
  lookUpPayout: {
    '/params/attempt_id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
      pattern: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
    },
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/x-timeout-ms': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '60000' } },
  },
  createPayout: {
    '/params/attempt_id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
      pattern: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
    },
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/x-timeout-ms': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '60000' } },
    '/body': { type: { expected: 'an object' } },
    '/body/shop_id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c2a11-03f4-7d19-8b55-6a0f9e1c7d20' },
      pattern: { expected: 'a UUID such as 019c2a11-03f4-7d19-8b55-6a0f9e1c7d20' },
    },
    '/body/method': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '64 characters' },
    },
    '/body/rail': { type: { expected: 'a string' } },
    '/body/amount': {
      type: { expected: 'a string' },
      pattern: {
        expected: 'a decimal string with exactly two decimals, above zero and at most 999999999.99, such as "1000.00"',
      },
    },
    '/body/currency': {
      type: { expected: 'a string' },
      pattern: { expected: 'a currency code of three capital letters, such as RUB' },
    },
    '/body/destination': { type: { expected: 'an object' } },
    '/body/destination/number': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '64 characters' },
    },
    '/body/destination/name': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '140 characters' },
    },
    '/body/destination/bankname': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '140 characters' },
    },
    '/body/client': { type: { expected: 'an object' } },
    '/body/client/id': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '200 characters' },
    },
    '/body/client/ip': { type: { expected: 'a string' }, any_of: { expected: 'an IPv4 or IPv6 address' } },
    '/body/client/phone': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '64 characters' },
    },
    '/body/client/created_at': {
      type: { expected: 'a string' },
      format: { expected: 'a time in ISO 8601 with its offset, such as 2026-02-10T09:00:02.113Z' },
    },
    '/body/payout': { type: { expected: 'an object' } },
    '/body/payout/amount': {
      type: { expected: 'a string' },
      pattern: {
        expected: 'a decimal string with exactly two decimals, above zero and at most 999999999.99, such as "1000.00"',
      },
    },
    '/body/payout/leg': { type: { expected: 'a whole number' }, minimum: { limit: '1' } },
    '/body/payout/legs': { type: { expected: 'a whole number' }, minimum: { limit: '1' } },
  },
  fetchEvidence: {
    '/params/attempt_id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
      pattern: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
    },
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/x-timeout-ms': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '60000' } },
  },
  fetchDocument: {
    '/params/attempt_id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
      pattern: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
    },
    '/params/document_id': {
      type: { expected: 'a string' },
      pattern: { expected: '1 to 128 letters, digits, points, underscores, tildes and hyphens' },
    },
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/x-timeout-ms': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '60000' } },
  },
  getCapabilities: {
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/x-timeout-ms': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '60000' } },
  },
  listBalances: {
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/x-timeout-ms': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '60000' } },
  },
  getHealth: {
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/x-timeout-ms': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '60000' } },
  },
} as const satisfies Readonly<Record<string, Expectations>>;
