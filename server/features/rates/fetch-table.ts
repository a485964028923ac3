import { request } from 'undici';
import { OperatorError } from '#platform/errors';
import { mostTableBytes } from './read-xml.ts';

const longestMs = 15_000;

const reasonOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'the connection failed';
};

const readBody = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop closes the connection: the rest is never read.
    if (size > mostTableBytes) throw new OperatorError(`the answer is longer than ${mostTableBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Reads what is published at `url`. Only a 2xx counts and no redirect is followed.
 * @throws OperatorError with the host alone: an address may carry a secret.
 */
export const fetchTable = async (url: string, timeoutMs = longestMs): Promise<Uint8Array> => {
  const { host } = new URL(url);
  const control = new AbortController();
  // One clock over connecting, headers and body.
  const giveUp = (): void => control.abort(new OperatorError(`no table within ${timeoutMs} ms`));
  const timer = setTimeout(giveUp, timeoutMs);
  try {
    const headers = { accept: 'application/xml, text/xml', 'user-agent': 'turnpike' };
    const { statusCode, body } = await request(url, { signal: control.signal, headers });
    if (statusCode >= 200 && statusCode < 300) return await readBody(body as AsyncIterable<Uint8Array>);
    await body.dump({ limit: mostTableBytes, signal: control.signal });
    throw new OperatorError(`it answered ${statusCode}`);
  } catch (error) {
    const reason = error instanceof OperatorError ? error.message : reasonOf(error);
    throw new OperatorError(`The rates at ${host} cannot be read: ${reason}.`);
  } finally {
    clearTimeout(timer);
  }
};
