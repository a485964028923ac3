import type { RequestError } from '#platform/errors';

/** How an API says that a request is refused. Names of headers in lower case; the content type is one of them. */
export type ErrorAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** Also for what no request could be read from, and for what is refused before its body is in. */
export type RenderError = (refusal: RequestError, requestId: string) => ErrorAnswer;
