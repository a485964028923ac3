import type { Socket } from 'node:net';

/** What pg leaves untyped of its client: the socket below it, encrypted or not. */
type Connected = { readonly connection: { readonly stream: Socket } };

/**
 * Ends a connection whose database was asked something and says nothing for so long. One that vanished without a word,
 * a machine that died or a network that split, would otherwise hold its callers for as long as the operating system
 * goes on repeating itself, which is a quarter of an hour. A connection that only listens may be silent for ever.
 */
export const endWhenSilent = (client: unknown, timeoutMs: number): void => {
  const { stream } = (client as Connected).connection;
  const write = stream.write.bind(stream) as (...parameters: unknown[]) => boolean;
  stream.write = (...parameters: unknown[]) => {
    stream.setTimeout(timeoutMs);
    return write(...parameters);
  };
  stream.on('data', () => stream.setTimeout(0));
  stream.on('timeout', () => {
    const error = new Error(`The database has not answered for ${timeoutMs} ms.`);
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
};
