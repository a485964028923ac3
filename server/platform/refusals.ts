import { OperatorError } from './errors.ts';

type None = Readonly<Record<never, never>>;
type Texts<Name extends string> = Readonly<Record<Name, string>>;
type Counts<Name extends string> = Readonly<Record<Name, number>>;
type Lists<Name extends string> = Readonly<Record<Name, readonly string[]>>;

/** One entry of a table of codes, with the details that belong to it. */
export type OneOf<Table> = {
  readonly [Code in keyof Table]: { readonly code: Code; readonly details: Table[Code] };
}[keyof Table];

/** What speaks against a rate that is named by hand. */
export type RateFaults = {
  same_currency: None;
  rate_too_fine: Texts<'from' | 'to'> & Counts<'decimals'>;
};

/** Why a table of rates did not come. */
export type FetchFaults = {
  answer_too_long: Counts<'limit'>;
  timeout: Counts<'limitMs'>;
  status: Counts<'status'>;
  connection: { readonly reason: string | null };
};

/** What can be wrong with a place of a setup file. */
export type SetupFaults = RateFaults & {
  /** The words of the schema, or of the parser where the file is no YAML. */
  malformed: Texts<'message'>;
  unknown_setting: { readonly suggestion: string | null };
  named_twice: Texts<'kind' | 'subject'>;
  fixed_field: Texts<'field' | 'before' | 'after'>;
  no_method: Texts<'direction' | 'method'>;
  no_merchant: Texts<'merchant'>;
  no_provider: Texts<'provider'>;
  no_rate_by: Texts<'source'>;
  empty_range: None;
  sandbox_for_live_shop: Texts<'provider' | 'shop'>;
  tariff_overlaps: Texts<'from' | 'to'> & { readonly isPresent: boolean };
  figure_too_fine: Texts<'currency'> & Counts<'decimals'>;
};

export type SetupProblem = OneOf<SetupFaults> & Texts<'place'> & Counts<'line'>;

/** What can be wrong with a place of a dictionary of banks. */
export type BankFaults = {
  /** The words of the schema, or of the parser where the file is no JSON. */
  malformed: Texts<'message'>;
  /** `first` is the place of the other one. */
  code_twice: Texts<'bank' | 'first'>;
  name_twice: Texts<'name' | 'first'>;
};

export type BankProblem = OneOf<BankFaults> & Texts<'place'>;

/** What can be wrong with a line of a settlement file. */
export type SettlementLineFaults = {
  /** The words of the parser. */
  malformed: Texts<'message'>;
  column_missing: Texts<'column'>;
  reference_too_long: Counts<'limit'>;
  direction_unknown: Texts<'word'>;
  currency_malformed: Texts<'currency'>;
  amount_malformed: Texts<'amount'>;
  amount_too_fine: Texts<'amount' | 'currency'> & Counts<'decimals'>;
  amount_nothing: None;
  day_malformed: Texts<'day' | 'form'>;
};

export type SettlementProblem = OneOf<SettlementLineFaults> & Counts<'line'>;

/** Everything that operators are refused, and what the sentence about it names. Its words belong to the entrance that speaks to them. */
export type RefusalDetails = {
  shop_not_found: Texts<'name'> & Lists<'shops'>;
  operation_not_found: Texts<'operationId'>;

  api_key_not_found: Texts<'keyId'>;
  key_id_malformed: Texts<'keyId'>;
  client_not_found: Texts<'clientId'>;
  client_id_malformed: Texts<'clientId'>;
  client_revoked: Texts<'clientId'>;
  scopes_not_granted: Texts<'clientId'> & Lists<'scopes'>;
  token_not_found: Texts<'tokenId'>;
  token_id_malformed: Texts<'tokenId'>;
  signing_key_not_found: Texts<'keyId'>;
  signing_key_id_malformed: Texts<'keyId'>;
  signing_key_waits: Texts<'keyId' | 'signsFrom'>;
  keys_missing: None;
  key_ring_wrong: Lists<'keyIds'>;
  key_ring_incomplete: Lists<'keyIds'>;

  amount_malformed: Texts<'amount'>;
  amount_not_positive: None;
  amount_too_fine: Texts<'currency'> & Counts<'decimals'>;
  wrong_settlement_currency: Texts<'shop' | 'settlementCurrency' | 'currency'>;

  open_leg_not_found: Texts<'attemptId'>;
  leg_already_resolved: Texts<'paid' | 'currency' | 'actor' | 'at'> & { readonly outcome: 'paid' | 'failed' };
  leg_amount_wrong: Texts<'amount' | 'currency'>;
  leg_being_sent: None;
  leg_decided_meanwhile: None;
  leg_less_than_reported: None;
  failed_leg_with_amount: None;
  outcome_unknown: None;

  open_attempt_not_found: Texts<'attemptId'>;
  attempt_already_resolved: Texts<'actor' | 'at'>;
  attempt_decided_meanwhile: None;
  attempt_amount_missing: None;
  attempt_amount_needless: None;
  payment_outcome_unknown: None;
  evidence_wrong: Counts<'limit'>;

  suspense_not_found: Texts<'attemptId'>;
  suspense_already_settled: Texts<'attemptId'>;
  suspense_amount_wrong: Texts<'most' | 'currency'> & Counts<'decimals'>;
  suspense_overdrawn: Texts<'charged' | 'currency'>;
  suspense_changed_meanwhile: None;
  settled_too_early: Texts<'type' | 'operationId'>;
  credited_too_early: Texts<'type' | 'operationId'>;
  charge_not_covered: Texts<'shop' | 'amount' | 'currency'>;
  reason_wrong: Counts<'limit'>;
  reference_wrong: Counts<'limit'>;

  payment_not_found: Texts<'operationId'>;
  not_under_review: Texts<'operationId' | 'shop' | 'status'> & {
    readonly last: (Texts<'actor' | 'at'> & { readonly decision: 'approved' | 'rejected' | 'asked_again' }) | null;
  };
  under_review_at_provider: None;
  review_decided_meanwhile: None;
  approval_without_amount: None;
  approval_below_report: Texts<'amount' | 'currency'>;
  note_too_long: Counts<'limit'>;
  receipt_unavailable: Texts<'reason'>;
  storage_credentials_incomplete: None;
  storage_without_bucket: None;

  endpoint_not_found: Texts<'endpointId'> & { readonly shop: string | null };
  endpoint_exists: Texts<'url'>;
  default_endpoint_exists: None;
  default_endpoint_has_no_secret: Texts<'shop' | 'endpointId'>;
  url_malformed: Texts<'url'>;
  url_too_long: Counts<'limit'>;
  url_with_credentials: None;
  url_port_closed: Counts<'port' | 'lowest'>;
  url_not_https: Texts<'url'>;
  url_plain_outside_networks: Texts<'url'>;
  url_not_public: Texts<'url'>;
  event_types_unknown: Lists<'types' | 'known'>;
  network_malformed: Texts<'network'>;
  replay_unclear: None;

  connector_exists: Texts<'providerId'>;
  connector_not_found: Texts<'providerId'>;
  connector_in_use: Texts<'providerId'>;
  connector_url_wrong: Texts<'url'>;
  connector_limit_wrong: Texts<'limit'>;
  connector_certificate_wrong: None;
  window_times_wrong: None;
  window_not_found: Texts<'windowId'>;
  provider_id_malformed: Texts<'providerId'>;
  provider_in_process: Texts<'providerId'>;

  rate_exists: Texts<'subject' | 'validFrom'>;
  rate_wrong: Texts<'rate'> & { readonly fault: OneOf<RateFaults> };
  rate_in_the_past: None;
  rate_ends_before_it_begins: None;
  currency_malformed: Texts<'currency'>;
  alias_malformed: Texts<'alias'>;
  table_without_published: Texts<'published' | 'meant'>;
  table_with_meant: Texts<'meant'>;
  table_without_target: Texts<'currency'>;
  table_names_twice: Texts<'currency'>;
  table_too_early: Texts<'day'> & Counts<'mostDaysAhead'>;
  table_too_old: Texts<'source' | 'day'> & Counts<'oldestDays'>;
  table_too_long: Counts<'limit'>;
  table_not_decodable: Texts<'encoding'>;
  table_with_foreign_parts: None;
  table_not_xml: Texts<'reason'>;
  table_of_another_shape: Texts<'expected' | 'place' | 'reason'>;
  table_not_fetched: Texts<'host'> & { readonly fault: OneOf<FetchFaults> };

  bank_file_too_long: Counts<'limit'>;
  bank_file_wrong: Texts<'file'> & { readonly problems: readonly BankProblem[] };
  bank_plan_outdated: None;

  provider_not_found: Texts<'providerId'> & Lists<'providers'>;
  settlement_mapping_wrong: Texts<'file'> & Lists<'problems'>;
  settlement_file_wrong: Texts<'file'> & { readonly problems: readonly SettlementProblem[] };
  settlement_file_changed: Texts<'file'>;
  settlement_mapping_changed: Texts<'file'>;
  settlement_file_not_found: Texts<'fileId'>;
  settlement_import_under_way: None;
  mismatch_not_found: Texts<'mismatch'>;
  mismatch_way_wrong: Texts<'kind' | 'way'>;
  mismatch_not_beyond: None;
  mismatch_changed_meanwhile: None;
  attempt_not_found: Texts<'attemptId' | 'providerId'>;
  attempt_of_another_kind: Texts<'attemptId' | 'direction' | 'currency'>;

  setup_file_wrong: Texts<'file'> & { readonly problems: readonly SetupProblem[] };
  plan_outdated: None;
  export_or_file: None;

  database_not_named: None;
  database_url_missing: None;
  database_url_malformed: Texts<'setting'>;
  run_file_unreadable: Texts<'file'>;
  file_unreadable: Texts<'path' | 'reason'>;
  cases_file_wrong: Texts<'file'> & Lists<'problems'>;
  callback_port_unusable: Counts<'port'> & Texts<'reason'>;
  file_exists: Texts<'path'>;
  file_not_writable: Texts<'path' | 'reason'>;
  search_unclear: None;
  not_agreed: None;
  agreement_needed: Texts<'question'>;
};

export type RefusalCode = keyof RefusalDetails;

/** What an operator asked for and cannot have, by code. */
export class OperatorRefusal<Code extends RefusalCode = RefusalCode> extends OperatorError {
  readonly code: Code;
  readonly details: RefusalDetails[Code];

  constructor(code: Code, details: RefusalDetails[Code]) {
    // For logs and stacks: what people are told are the words of the code.
    super(`${code} ${JSON.stringify(details)}`);
    this.name = 'OperatorRefusal';
    this.code = code;
    this.details = details;
  }
}

/** Of any code: `instanceof` would leave the details of the refusal untyped. */
export const isOperatorRefusal = (error: unknown): error is OperatorRefusal => error instanceof OperatorRefusal;
