import pino from 'pino';
import { requestContext } from './request-context.ts';

export type Log = pino.Logger;

/** Names under which secrets and destination numbers travel; their values never reach a log line. */
const secretFields = [
  'number',
  'secret',
  'apiKey',
  'password',
  'authorization',
  'x-api-key',
  'signature',
  'body',
];

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
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
