import type { IncomingMessage, ServerResponse } from 'node:http';

/** Compressed bodies are refused: a few kilobytes of them can stand for a gigabyte. */
export const isCompressed = ({ headers }: IncomingMessage): boolean => {
  const encoding = headers['content-encoding'];
  return encoding !== undefined && encoding.toLowerCase() !== 'identity';
};

/** As announced; 0 where nothing is. */
export const declaredBytesOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** Lets a client that asked first (`Expect: 100-continue`) send its body, which then comes as any other. */
export const invite = (request: IncomingMessage, response: ServerResponse): void => {
  if (request.headers.expect === undefined) return;
  delete request.headers.expect;
  response.writeContinue();
};

/**
 * Leaves the media type without what the sender wrote behind it. The contract's validator compiles its schemas anew
 * for every content type it has not met yet and keeps them all: a stream of invented parameters would fill the memory.
 */
export const dropParameters = ({ headers }: IncomingMessage, mediaType: string): void => {
  headers['content-type'] = mediaType;
};
