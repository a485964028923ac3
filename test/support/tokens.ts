export type ClientCredentials = { readonly clientId: string; readonly clientSecret: string };

/** What the token endpoint answers a client that proves who it is. */
export const requestToken = (
  url: string,
  { clientId, clientSecret }: ClientCredentials,
  signal: AbortSignal | null = null,
): Promise<Response> =>
  fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    signal,
  });

export const tokenIn = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { access_token: string }).access_token;
