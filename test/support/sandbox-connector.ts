import { newWebhookSecret } from '#platform/webhook-signatures';
import { createLog } from '#platform/logs';
import {
  startSandboxConnector,
  type SandboxConnector,
  type SandboxConnectorOptions,
} from '#server/local/sandbox-connector';

export const connectorSecret = 'c2FuZGJveC1jb25uZWN0b3Itb2YtdGhlLXRlc3RzLTE';
export const callbackSecret = newWebhookSecret();

export const servedMethods = [
  { method: 'WT_RUB_C2C', currency: 'RUB', minAmount: '0.01', maxAmount: '100000000.00' },
  { method: 'WT_RUB_PHONE', currency: 'RUB', minAmount: '0.01', maxAmount: '100000000.00' },
] as const;

/** The reference connector in the test's own process, ten times as fast as it usually is. */
export const startTestConnector = (
  databaseUrl: string,
  callbackUrl: string,
  changes: Partial<SandboxConnectorOptions> = {},
): Promise<SandboxConnector> =>
  startSandboxConnector({
    host: '127.0.0.1',
    port: 0,
    databaseUrl,
    providerId: 'sandbox-2',
    methods: servedMethods,
    speed: 10,
    secrets: [connectorSecret],
    callbacks: { url: callbackUrl, secrets: [callbackSecret] },
    log: createLog('silent'),
    ...changes,
  });
