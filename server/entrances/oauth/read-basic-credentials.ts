export type Credentials = { readonly clientId: string; readonly clientSecret: string };

// One spelling: what a decoder skips over could be read in two ways by those in front of us.
const basicForm = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/** As HTML forms write a text (RFC 6749, appendix B). Null where it is none. */
const decodeFormText = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
};

const decodeUtf8 = (encoded: string): string | null => {
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString('utf8');
  return bytes.toString('base64') === encoded && Buffer.from(text).equals(bytes) ? text : null;
};

/** The id and the secret of an `Authorization: Basic` header (RFC 6749, 2.3.1). Null where it is no such header. */
export const readBasicCredentials = (header: string): Credentials | null => {
  const pair = decodeUtf8(basicForm.exec(header)?.[1] ?? '');
  const colon = pair?.indexOf(':') ?? -1;
  if (pair === null || colon < 0) return null;
  const [clientId, clientSecret] = [decodeFormText(pair.slice(0, colon)), decodeFormText(pair.slice(colon + 1))];
  return clientId === null || clientSecret === null ? null : { clientId, clientSecret };
};
