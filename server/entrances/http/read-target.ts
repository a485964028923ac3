import type { IncomingMessage } from 'node:http';

const countHosts = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;

/** `http://host:port/path` as proxies are asked; the part before `@` that addresses may have is not for HTTP. */
const absoluteForm = /^https?:\/\/([^/?#@]+)([/?].*)?$/i;

/** The path of a target in either form; empty where it has none. */
export const pathOf = (target: string): string => {
  const [, , path = ''] = absoluteForm.exec(target) ?? [];
  return (target.startsWith('/') ? target : path).replace(/\?.*$/s, '');
};

/**
 * Brings the target of a request into the form `/path?query`, as RFC 9112 asks of a server: one that names the host as
 * well is accepted, and then its host counts. False where it is not clear which host is meant: who takes the first of
 * two and who takes the last would see two requests in one; and HTTP/1.1 is to name one.
 */
export const readTarget = (request: IncomingMessage): boolean => {
  const hosts = countHosts(request);
  if (hosts > 1 || (hosts === 0 && request.httpVersion !== '1.0')) return false;
  const { url = '/' } = request;
  if (url.startsWith('/') || url === '*') return true;
  const [, host, path = '/'] = absoluteForm.exec(url) ?? [];
  if (host === undefined) return false;
  request.headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
  return true;
};
