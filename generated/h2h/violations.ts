// Written by make generate from openapi/h2h; never edited by hand.

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
  issueToken: {
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/body': { type: { expected: 'an object' } },
    '/body/grant_type': { type: { expected: 'a string' } },
    '/body/scope': { type: { expected: 'a string' }, max_length: { limit: '200 characters' } },
    '/body/client_id': { type: { expected: 'a string' }, max_length: { limit: '200 characters' } },
    '/body/client_secret': { type: { expected: 'a string' }, max_length: { limit: '200 characters' } },
  },
  listSigningKeys: { '/headers/x-request-id': { type: { expected: 'a string' } } },
  createPayIn: {
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/idempotency-key': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '200 characters' },
    },
    '/body': { type: { expected: 'an object' } },
    '/body/paymentMethod': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '64 characters' },
    },
    '/body/idTransactionMerchant': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '200 characters' },
    },
    '/body/amount': {
      any_of: {
        expected: 'a number above zero and at most 999999999.99 with at most two decimals and no exponent, such as 1000.50, or a decimal string with exactly two decimals, such as "1000.50"',
      },
    },
    '/body/clientID': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '200 characters' },
    },
    '/body/clientIP': { type: { expected: 'a string' }, any_of: { expected: 'an IPv4 or IPv6 address' } },
    '/body/clientDateCreated': {
      type: { expected: 'a string' },
      format: {
        expected: 'a time of RFC 3339 with its offset and a year from 1970 to 2099, such as 2025-06-01T12:00:00Z',
      },
      pattern: {
        expected: 'a time of RFC 3339 with its offset and a year from 1970 to 2099, such as 2025-06-01T12:00:00Z',
      },
    },
    '/body/integrationMerhcnatData': { type: { expected: 'an object' } },
    '/body/integrationMerhcnatData/webHook': {
      type: { expected: 'a string' },
      format: { expected: 'an absolute URL of at most 2,048 characters' },
      max_length: { limit: '2048 characters' },
    },
  },
  createPayOut: {
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/idempotency-key': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '200 characters' },
    },
    '/body': { type: { expected: 'an object' } },
    '/body/paymentMethod': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '64 characters' },
    },
    '/body/idTransactionMerchant': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '200 characters' },
    },
    '/body/amount': {
      any_of: {
        expected: 'a number above zero and at most 999999999.99 with at most two decimals and no exponent, such as 1000.50, or a decimal string with exactly two decimals, such as "1000.50"',
      },
    },
    '/body/number': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '64 characters' },
    },
    '/body/bankName': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '140 characters' },
    },
    '/body/nameMediator': { type: { expected: 'a string' }, max_length: { limit: '140 characters' } },
    '/body/clientID': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '200 characters' },
    },
    '/body/clientIP': { type: { expected: 'a string' }, any_of: { expected: 'an IPv4 or IPv6 address' } },
    '/body/clientDateCreated': {
      type: { expected: 'a string' },
      format: {
        expected: 'a time of RFC 3339 with its offset and a year from 1970 to 2099, such as 2025-06-01T12:00:00Z',
      },
      pattern: {
        expected: 'a time of RFC 3339 with its offset and a year from 1970 to 2099, such as 2025-06-01T12:00:00Z',
      },
    },
    '/body/phoneNumber': {
      type: { expected: 'a string' },
      pattern: {
        expected: 'a phone number with its country code, such as +79001003151; of mobile and kzt_mobile +7 and ten digits',
      },
    },
    '/body/integrationMerhcnatData': { type: { expected: 'an object' } },
    '/body/integrationMerhcnatData/webHook': {
      type: { expected: 'a string' },
      format: { expected: 'an absolute URL of at most 2,048 characters' },
      max_length: { limit: '2048 characters' },
    },
  },
  getOperation: {
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/params/id': {
      type: { expected: 'a string' },
      format: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
      pattern: { expected: 'a UUID such as 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50' },
    },
  },
  findOperations: {
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/params/idTransactionMerchant': {
      type: { expected: 'a string' },
      min_length: { limit: '1 character' },
      max_length: { limit: '200 characters' },
    },
  },
  listOperations: {
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/body': { type: { expected: 'an object' } },
    '/body/skip': { type: { expected: 'a whole number' }, minimum: { limit: '0' }, maximum: { limit: '2147483647' } },
    '/body/take': { type: { expected: 'a whole number' }, minimum: { limit: '1' }, maximum: { limit: '500' } },
  },
  listBanks: {
    '/headers/x-request-id': { type: { expected: 'a string' } },
    '/headers/if-none-match': { type: { expected: 'a string' } },
  },
} as const satisfies Readonly<Record<string, Expectations>>;
