import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createAuthority } from '#test/support/certificates';
import { payoutOrder, takenPayout } from '#test/support/connector-orders';
import { openConnector } from '#test/support/open-connector';

const authority = createAuthority();
const names: unknown[] = [];
let server: Server;
let url: string;
beforeAll(async () => {
  const { cert, key } = authority.vouchFor('localhost');
  const tls = { cert, key, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  server = createServer(tls, (request, response) => {
    names.push((request.socket as TLSSocket).getPeerCertificate().subject.CN);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(takenPayout(request.url ?? '')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

const sendWith = async (settings: { readonly authority: string | null; readonly client: string | null }) => {
  const certificate = settings.client === null ? null : authority.vouchFor(settings.client);
  const opened = openConnector(() => ({
    url,
    secret: null,
    authority: settings.authority,
    certificate,
    isPayoutRepeatable: true,
  }));
  try {
    return (await opened.provider.createPayout(payoutOrder())).outcome;
  } finally {
    await opened.close();
  }
};

it('a connector is told by a client certificate who calls', async () => {
  expect(await sendWith({ authority: authority.cert, client: 'gateway' })).toBe('accepted');
  expect(names).toEqual(['gateway']);
});

it('nothing is sent to a connector that no known authority vouches for', async () => {
  expect(await sendWith({ authority: null, client: 'gateway' })).toBe('not_sent');
});

it('a connector that asks for a certificate and is shown none has carried nothing out', async () => {
  expect(await sendWith({ authority: authority.cert, client: null })).not.toBe('accepted');
  expect(names).toEqual(['gateway']);
});
