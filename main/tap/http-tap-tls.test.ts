import type { Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import certificates from '../../app/lab/http-certificates.json' with { type: 'json' };
import type { TappedAddress } from './http-tap.ts';
import { tappedAddress } from './testing/tapped-address.ts';

/** The result for a client through a tap in front of a server with its own certificate, and the records. */
async function throughTap(more: Partial<TappedAddress>, tls: object = {}) {
  const { key } = certificates;
  const server = createServer({ key, cert: certificates['self-signed'], ...tls }, (_request, response) =>
    response.writeHead(202).end(),
  ) as unknown as Server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tap = await tappedAddress(`https://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, more);
  onTestFinished(async () => {
    await tap.close();
    server.closeAllConnections();
    server.close();
  });
  const body = '{"jsonrpc":"2.0","method":"ping"}';
  // A server that rejects the client's certificate closes the connection, and the tap does too.
  const status = await fetch(tap.url, { method: 'POST', body }).then(
    (one) => one.status,
    () => 0,
  );
  return { status, records: tap.records };
}

test('a certificate that nobody has named ends a request in TLS', async () => {
  const { status, records } = await throughTap({});
  expect(status).toBe(502);
  expect(records.at(-1)).toMatchObject({
    ...{ event: 'failed', phase: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    certificate: { subject: 'localhost', issuer: 'localhost' },
  });
});

test('a certificate that was named is trusted, and one of the client is shown', async () => {
  const ca = certificates['self-signed'];
  expect((await throughTap({ ca })).status).toBe(202);
  const asks = { requestCert: true, rejectUnauthorized: true, ca: certificates.ca };
  expect((await throughTap({ ca }, asks)).status).not.toBe(202);
  const own = { ca, cert: certificates['other-name'], key: certificates.key };
  expect((await throughTap(own, asks)).status).toBe(202);
});

test('insecure takes any certificate, and the session says so', async () => {
  const { status, records } = await throughTap({ insecure: true });
  expect(status).toBe(202);
  expect(records[0]).toMatchObject({ type: 'session', insecure: true });
});
