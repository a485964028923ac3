import { chmodSync, closeSync, openSync } from 'node:fs';
import pino from 'pino';
import { messageOf, OperatorError } from './errors.ts';
import { requestContext } from './request-context.ts';

export type Log = pino.Logger;

/** Names under which secrets and destination numbers travel; their values never reach a log line. */
const secretFields = ['number', 'secret', 'apiKey', 'password', 'authorization', 'x-api-key', 'signature', 'body'];

export const createLog = (level: string, destination?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      mixin: () => requestContext.getStore() ?? {},
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
        censor: '[redacted]',
      },
      serializers: { error: pino.stdSerializers.err },
    },
    destination ?? openLogFile(1),
  );

/** Lines are written some at a time, at the latest after 100 ms: one system call per request would be felt. */
const openLogFile = (file: string | number): pino.DestinationStream =>
  pino.destination({ dest: file, sync: false, minLength: 4_096, periodicFlush: 100 });

/** Readable by its user alone, also where it lay there otherwise: its lines name shops, keys and clients. */
export const openPrivateLogFile = (file: string): pino.DestinationStream => {
  try {
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  } catch (error) {
    throw new OperatorError(`The log ${file} cannot be written: ${messageOf(error)}.`);
  }
  return openLogFile(file);
};

/** For lines whose fields are all named where they are written: looking through each for secrets costs more than writing it. */
export const withoutRedaction = (log: Log): Log => log.child({}, { redact: [] });
