import { RequestError } from '#platform/errors';
import { unfitPlace } from '../http/unfit-request.ts';
import { readBasicCredentials, type Credentials } from './read-basic-credentials.ts';

export type TokenRequest = {
  readonly credentials: Credentials;
  /** As it was sent; undefined where it was not, or is empty. */
  readonly scope: string | undefined;
};

const parameters = ['grant_type', 'scope', 'client_id', 'client_secret'] as const;
type Parameter = (typeof parameters)[number];
type Form = Readonly<Partial<Record<Parameter, string>>>;

/** The parameters of a form that a token request may have, each at most once; one without a value counts as left out. */
const readForm = (text: string): Form => {
  // What URLSearchParams would take as it stands, or replace.
  if (/%(?![0-9a-f]{2})/i.test(text)) throw unfitPlace('/body', 'malformed_body', {});
  const form = new URLSearchParams(text);
  for (const name of parameters) {
    if (form.getAll(name).length > 1) throw unfitPlace(`/body/${name}`, 'duplicate_key', {});
  }
  const given = parameters.flatMap((name) => (form.get(name) ? [[name, form.get(name)] as const] : []));
  return Object.fromEntries(given);
};

const missing = (): RequestError => new RequestError('client_invalid', { securityEvent: 'client_missing' });

const readCredentials = (authorization: string | undefined, form: Form): Credentials => {
  const { client_id: clientId, client_secret: clientSecret } = form;
  if (authorization === undefined) {
    if (clientId === undefined && clientSecret === undefined) throw missing();
    if (clientId === undefined) throw unfitPlace('/body/client_id', 'required', {});
    if (clientSecret === undefined) throw missing();
    return { clientId, clientSecret };
  }
  if (!/^basic /i.test(authorization)) throw missing();
  if (clientSecret !== undefined) throw unfitPlace('/body/client_secret', 'forbidden', {});
  const credentials = readBasicCredentials(authorization);
  if (credentials === null) throw new RequestError('client_invalid', { securityEvent: 'client_malformed' });
  // Some libraries name the client in the form as well, which is no second way to prove who it is.
  if (clientId !== undefined && clientId !== credentials.clientId) {
    throw unfitPlace('/body/client_id', 'forbidden', {});
  }
  return credentials;
};

/**
 * Reads a request for a token: client credentials by HTTP Basic or in the form (RFC 6749, 4.4). Whether the client exists is not
 * looked at here.
 * @throws RequestError invalid_request, client_invalid, grant_type_unsupported
 */
export const readTokenRequest = (authorization: string | undefined, text: string): TokenRequest => {
  const form = readForm(text);
  const { grant_type: grantType, scope } = form;
  if (grantType === undefined) throw unfitPlace('/body/grant_type', 'required', {});
  const credentials = readCredentials(authorization, form);
  if (grantType !== 'client_credentials') throw new RequestError('grant_type_unsupported');
  return { credentials, scope };
};
