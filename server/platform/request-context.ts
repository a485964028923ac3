import { AsyncLocalStorage } from 'node:async_hooks';

export type RequestContext = { readonly requestId: string };

/** Follows a request through everything it waits for, so that every log line of it carries its id. */
export const requestContext = new AsyncLocalStorage<RequestContext>();
