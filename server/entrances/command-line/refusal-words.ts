import type { FetchFaults, OneOf, OperatorRefusal, RefusalDetails } from '#platform/refusals';
import { describeBankProblems } from './bank-fault-words.ts';
import { printable } from './printable.ts';
import { describeSettlementProblems } from './settlement-fault-words.ts';
import { describeRateFault, describeSetupProblems, speak, type WordsFor } from './setup-fault-words.ts';

const describeFetchFault: (fault: OneOf<FetchFaults>) => string = speak<FetchFaults>({
  answer_too_long: ({ limit }) => `the answer is longer than ${limit} bytes`,
  timeout: ({ limitMs }) => `no table within ${limitMs} ms`,
  status: ({ status }) => `it answered ${status}`,
  connection: ({ reason }) => reason ?? 'the connection failed',
});

const decisions = { approved: 'approved', rejected: 'rejected', asked_again: 'asked for another than' } as const;

const endOf = (last: RefusalDetails['not_under_review']['last']): string =>
  last === null ? '' : ` ${last.actor} ${decisions[last.decision]} the last one at ${last.at}.`;

/** What operators are told: a code without a sentence does not compile. */
const words: WordsFor<RefusalDetails> = {
  shop_not_found: ({ name, shops }) =>
    `There is no shop ${name}. ${shops.length > 0 ? `Shops: ${shops.join(', ')}.` : 'There are no shops yet.'}`,
  operation_not_found: ({ operationId }) => `There is no operation ${operationId}.`,

  api_key_not_found: ({ keyId }) => `There is no API key ${keyId}.`,
  key_id_malformed: ({ keyId }) => `${keyId} is not the id of a key; \`turnpike keys list\` shows ids.`,
  client_not_found: ({ clientId }) => `There is no client ${clientId}.`,
  client_id_malformed: ({ clientId }) => `${clientId} is not the id of a client; \`turnpike clients list\` shows ids.`,
  client_revoked: ({ clientId }) => `The client ${clientId} is revoked.`,
  scopes_not_granted: ({ clientId, scopes }) => `The client ${clientId} may not have ${scopes.join(', ')}.`,
  token_not_found: ({ tokenId }) =>
    `No operator has issued the token ${tokenId}. If it is one of ten minutes, name its shop with --shop.`,
  token_id_malformed: ({ tokenId }) =>
    `${tokenId} is not the id of a token, its jti; \`turnpike tokens list\` shows some, and logs name them as tokenId.`,
  signing_key_not_found: ({ keyId }) => `There is no signing key ${keyId}.`,
  signing_key_id_malformed: ({ keyId }) =>
    `${keyId} is not the id of a signing key; \`turnpike signing-keys list\` shows ids.`,
  signing_key_waits: ({ keyId, signsFrom }) =>
    `The next signing key, ${keyId}, waits already; it signs from ${signsFrom}.`,
  keys_missing: () => 'TURNPIKE_KEYS is not set; it must be the one the servers have.',
  key_ring_wrong: ({ keyIds }) =>
    `TURNPIKE_KEYS does not fit the database: its key ${keyIds.join(', ')} is not the one that the data was sealed ` +
    'with. Put the right key back.',
  key_ring_incomplete: ({ keyIds }) =>
    `TURNPIKE_KEYS does not fit the database: it lacks the key ${keyIds.join(', ')}, which is in use there. Put it ` +
    'back; if nothing hangs on it any more, `turnpike keys-ring rotate` lets go of it.',

  amount_malformed: ({ amount }) => `${amount} is not an amount such as 1000.00.`,
  amount_not_positive: () => 'The amount must be above zero.',
  amount_too_fine: ({ currency, decimals }) => `${currency} amounts have at most ${decimals} decimals.`,
  wrong_settlement_currency: ({ shop, settlementCurrency, currency }) =>
    `The shop ${shop} settles in ${settlementCurrency}, not in ${currency}.`,

  open_leg_not_found: ({ attemptId }) => `No open payout leg has the attempt ${attemptId}.`,
  leg_already_resolved: ({ outcome, paid, currency, actor, at }) => {
    const what = outcome === 'failed' ? 'failed' : `paid (${paid} ${currency})`;
    return `The leg was resolved as ${what} by ${actor} at ${at}; nothing was changed.`;
  },
  leg_amount_wrong: ({ amount, currency }) =>
    `The leg was to send ${amount} ${currency}; give at most that, with two decimals.`,
  leg_being_sent: () => 'The leg is being sent just now; try again in a minute.',
  leg_decided_meanwhile: () => 'The leg was decided meanwhile; nothing was changed.',
  leg_less_than_reported: () => 'Its provider has told of more money than that; see the list.',
  failed_leg_with_amount: () => 'A leg that failed has no amount.',
  outcome_unknown: () => 'Say what became of it: paid or failed.',

  open_attempt_not_found: ({ attemptId }) => `No attempt of a payment is open under the name ${attemptId}.`,
  attempt_already_resolved: ({ actor, at }) => `The attempt was resolved by ${actor} at ${at}; nothing was changed.`,
  attempt_decided_meanwhile: () => 'The attempt was decided meanwhile; nothing was changed.',
  attempt_amount_missing: () => 'Say how much was paid: add --amount.',
  attempt_amount_needless: () => 'An order that is void has no amount.',
  payment_outcome_unknown: () => 'Say what became of it: paid or void.',
  evidence_wrong: ({ limit }) => `Say what the decision rests on, in at most ${limit} characters: --evidence.`,

  suspense_not_found: ({ attemptId }) => `Nothing of the attempt ${attemptId} is in suspense.`,
  suspense_already_settled: ({ attemptId }) => `Nothing of the attempt ${attemptId} is in suspense any more.`,
  suspense_amount_wrong: ({ most, currency, decimals }) =>
    `Give an amount above zero and of at most ${most} ${currency}, with ${decimals} decimals.`,
  suspense_overdrawn: ({ charged, currency }) =>
    `The shop was charged for ${charged} ${currency} of this payout, so no more than that can be credited; return ` +
    'the rest or write it off.',
  suspense_changed_meanwhile: () =>
    'It changed meanwhile and nothing was settled; look again with `turnpike suspense list`.',
  settled_too_early: ({ type, operationId }) => `The ${type} ${operationId} is still under way; nothing was settled.`,
  credited_too_early: ({ type, operationId }) =>
    `The ${type} ${operationId} is still under way; credit when it has ended.`,
  charge_not_covered: ({ shop, amount, currency }) =>
    `The shop ${shop} would be charged ${amount} ${currency} and does not have that much available.`,
  reason_wrong: ({ limit }) => `Give a reason of 1 to ${limit} characters.`,
  reference_wrong: ({ limit }) => `Give a reference of 1 to ${limit} characters.`,

  payment_not_found: ({ operationId }) => `There is no payment ${operationId}.`,
  not_under_review: ({ operationId, shop, status, last }) =>
    `The payment ${operationId} of the shop ${shop} is ${status}: no receipt of it is under review.${endOf(last)}`,
  under_review_at_provider: () =>
    'The provider is still reviewing this receipt; an operator decides once it leaves that to us.',
  review_decided_meanwhile: () => 'This receipt was decided meanwhile. Nothing was changed.',
  approval_without_amount: () => 'A receipt is approved with the amount that arrived; without any, reject it.',
  approval_below_report: ({ amount, currency }) => `The provider has reported more than ${amount} ${currency}.`,
  note_too_long: ({ limit }) => `A note has at most ${limit} characters.`,
  receipt_unavailable: ({ reason }) => `The receipt cannot be read: ${reason}`,
  storage_credentials_incomplete: () => 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both, or none.',
  storage_without_bucket: () => 'RECEIPT_STORAGE=s3 needs S3_BUCKET.',

  endpoint_not_found: ({ shop, endpointId }) =>
    `${shop === null ? 'The shop' : `Shop ${shop}`} has no webhook endpoint ${endpointId}.`,
  endpoint_exists: ({ url }) => `The shop already has an endpoint ${url}.`,
  default_endpoint_exists: () => 'The shop already has a default endpoint: change its URL instead.',
  default_endpoint_has_no_secret: ({ shop, endpointId }) =>
    `${endpointId} is the default endpoint of ${shop}: rotate the shop's own secret instead.`,
  url_malformed: ({ url }) => `"${url}" is not a URL.`,
  url_too_long: ({ limit }) => `A webhook URL has at most ${limit} characters.`,
  url_with_credentials: () => 'A webhook URL carries no credentials.',
  url_port_closed: ({ port, lowest }) => `Port ${port}: webhooks go to 443, 80, or one from ${lowest} on.`,
  url_not_https: ({ url }) => `${url}: webhooks go to https URLs.`,
  url_plain_outside_networks: ({ url }) => `${url}: webhooks go to https, except within WEBHOOK_ALLOWED_NETWORKS.`,
  url_not_public: ({ url }) => `${url}: the address is not public, nor within WEBHOOK_ALLOWED_NETWORKS.`,
  event_types_unknown: ({ types, known }) =>
    `${types.join(', ') || 'An empty list'}: webhook types are ${known.join(', ')}.`,
  network_malformed: ({ network }) => `WEBHOOK_ALLOWED_NETWORKS: "${network}" is not a network such as 10.1.0.0/16.`,
  replay_unclear: () => 'Say what to replay: either --event, or --from and perhaps --to.',

  connector_exists: ({ providerId }) =>
    `There is a connector ${providerId} already; \`turnpike connectors set\` changes it.`,
  connector_not_found: ({ providerId }) => `There is no connector ${providerId}.`,
  connector_in_use: ({ providerId }) =>
    `The connector ${providerId} is still to be asked about orders that it was given; take its routes away, and wait.`,
  connector_url_wrong: ({ url }) =>
    `${url} is not the address of a connector: scheme, host and port, such as https://bank.example:8443.`,
  connector_limit_wrong: ({ limit }) => `${limit} is not a limit: give a whole number above zero.`,
  connector_certificate_wrong: () => 'A client certificate has a key: give --certificate and --key.',
  window_times_wrong: () => 'A maintenance ends after it begins, and in the future.',
  window_not_found: ({ windowId }) => `No maintenance ${windowId} is planned or under way.`,
  provider_id_malformed: ({ providerId }) =>
    `${providerId} is no name of a provider: 1 to 40 small letters, digits and hyphens.`,
  provider_in_process: ({ providerId }) => `The provider ${providerId} is part of the server, and no connector.`,

  rate_exists: ({ subject, validFrom }) => `There is a rate ${subject} from ${validFrom} on already.`,
  rate_wrong: ({ rate, fault }) => `${rate} is no rate: ${describeRateFault(fault)}.`,
  rate_in_the_past: () => 'A rate cannot begin in the past: what was quoted since used another one.',
  rate_ends_before_it_begins: () => 'A rate cannot end before it begins.',
  currency_malformed: ({ currency }) => `${currency} is not a currency code such as USD.`,
  alias_malformed: ({ alias }) => `${alias} is not of the form USD=USDT.`,
  table_without_published: ({ published, meant }) => `The table has no ${published} that could count for ${meant}.`,
  table_with_meant: ({ meant }) => `The table has ${meant} itself, or it is named twice.`,
  table_without_target: ({ currency }) => `The table has no ${currency} that rates could lead to.`,
  table_names_twice: ({ currency }) => `The table names ${currency} twice.`,
  table_too_early: ({ day, mostDaysAhead }) => `The table is for ${day}, more than ${mostDaysAhead} days ahead.`,
  table_too_old: ({ source, day, oldestDays }) =>
    `The rates of ${source} are those of ${day}: older than ${oldestDays} days.`,
  table_too_long: ({ limit }) => `The table is longer than ${limit} bytes.`,
  table_not_decodable: ({ encoding }) => `The table cannot be read as ${encoding}.`,
  table_with_foreign_parts: () => 'The table has parts that no table of rates has.',
  table_not_xml: ({ reason }) => `The table is not well-formed XML: ${reason}`,
  table_of_another_shape: ({ expected, place, reason }) => `This is no ${expected}: ${place}: ${reason}`,
  table_not_fetched: ({ host, fault }) => `The rates at ${host} cannot be read: ${describeFetchFault(fault)}.`,

  bank_file_too_long: ({ limit }) => `The file is longer than ${limit} bytes.`,
  bank_file_wrong: ({ file, problems }) => describeBankProblems(file, problems),
  bank_plan_outdated: () => 'The banks have changed since the question was asked. Run the command again.',

  provider_not_found: ({ providerId, providers }) =>
    `There is no provider ${providerId}. ${providers.length > 0 ? `Providers: ${providers.join(', ')}.` : 'There are none yet.'}`,
  settlement_mapping_wrong: ({ file, problems }) =>
    problems.map((problem) => `${file}: ${printable(problem)}`).join('\n'),
  settlement_file_wrong: ({ file, problems }) => describeSettlementProblems(file, problems),
  settlement_file_changed: ({ file }) =>
    `${file} has changed while it was read. Its import goes on with the file as it was.`,
  settlement_mapping_changed: ({ file }) =>
    `${file} was begun with another mapping. Its import goes on with that one, and cannot be begun anew.`,
  settlement_file_not_found: ({ fileId }) => `There is no settlement file ${fileId}.`,
  settlement_import_under_way: () => 'This file is being imported by another command just now.',
  mismatch_not_found: ({ mismatch }) => `Nothing about ${mismatch} waits for a decision.`,
  mismatch_way_wrong: ({ kind, way }) =>
    way === 'assign'
      ? 'Only a line that names no attempt of ours is assigned, and to one that --attempt names.'
      : `A mismatch of the kind ${kind.replace('_', ' ')} is not resolved by ${way}: ${
          kind === 'missing_here'
            ? 'assign it to an attempt first, or dismiss it'
            : 'name an --attempt with assign alone'
        }.`,
  mismatch_not_beyond: () =>
    'Suspense takes what a provider settles beyond what is due. Accept what it settles less, or wait for the rest.',
  mismatch_changed_meanwhile: () =>
    'It changed meanwhile and nothing was resolved; look again with `turnpike reconcile list`.',
  attempt_not_found: ({ attemptId, providerId }) => `There is no attempt ${attemptId} at ${providerId}.`,
  attempt_of_another_kind: ({ attemptId, direction, currency }) =>
    `The attempt ${attemptId} is a ${direction} in ${currency}, and the line is not.`,

  setup_file_wrong: ({ file, problems }) => describeSetupProblems(file, problems),
  plan_outdated: () => 'The configuration has changed since the plan was shown. Run the command again.',
  export_or_file: () => 'Name the file to apply, or add --export without one.',

  database_not_named: () => 'Which database? Set DATABASE_URL, or run this where `make run` is running.',
  database_url_missing: () => 'DATABASE_OWNER_URL is set: set DATABASE_URL as well, the address that the servers have.',
  database_url_malformed: ({ setting }) =>
    `${setting} is not an address such as postgres://user:password@host:5432/database.`,
  run_file_unreadable: ({ file }) => `${file} cannot be read. Start \`make run\` again, or set DATABASE_URL.`,
  file_unreadable: ({ path, reason }) => `${path} cannot be read: ${reason}`,
  cases_file_wrong: ({ file, problems }) => `${file} cannot be used: ${problems.map(printable).join('; ')}.`,
  callback_port_unusable: ({ port, reason }) => `Callbacks cannot be received on port ${port}: ${reason}`,
  file_exists: ({ path }) => `${path} exists already, and is not overwritten.`,
  file_not_writable: ({ path, reason }) => `${path} cannot be written: ${reason}`,
  search_unclear: () => 'Say what to look for: --number, --id or --identifier, one of them.',
  not_agreed: () => 'Nothing was changed.',
  agreement_needed: ({ question }) => `${question} Nobody is here to be asked: add --yes.`,
};

export const describeRefusal: (refusal: OperatorRefusal) => string = speak(words);
