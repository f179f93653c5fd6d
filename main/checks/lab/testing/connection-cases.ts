import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { call, type Driven } from './http-case.ts';

/** The addresses of the lab by name, and of a host that accepts no connection. */
export type CaseAddresses = {
  readonly [Name in 'plain' | 'self-signed' | 'expired' | 'other-name' | 'silent']: string;
};

export type ConnectionCase = {
  readonly address: (of: CaseAddresses) => string;
  readonly drive?: Driven;
  readonly where: string;
  /** The names of the error codes in Node and its TLS. */
  readonly codes: string;
  readonly actor: string;
  readonly cause: string;
  readonly says: string | RegExp;
};

/** Failures before any head: each shows the tier transport without a status. */
export const CONNECTION_CASES: Readonly<Record<number, ConnectionCase>> = {
  1: {
    address: () => 'http://127.0.0.1:1/mcp',
    ...{ where: 'network', codes: 'ECONNREFUSED', actor: 'user', cause: 'nothing-listens' },
    says: 'Nothing listens on 127.0.0.1:1.',
  },
  2: {
    address: () => 'http://mcp.exmaple.invalid/mcp',
    ...{ where: 'network', codes: 'ENOTFOUND|EAI_AGAIN', actor: 'user', cause: 'name-unknown' },
    says: 'The name mcp.exmaple.invalid is not known.',
  },
  3: {
    address: ({ silent }) => silent,
    ...{ where: 'network', codes: 'ETIMEDOUT|EHOSTUNREACH|ENETUNREACH' },
    ...{ actor: 'operator', cause: 'no-connection' },
    says: /^No connection to 127\.0\.0\.1:\d+: a firewall or a dead host\.$/,
  },
  4: {
    address: ({ plain }) => plain.replace('http:', 'https:'),
    ...{ where: 'tls', codes: 'ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO' },
    ...{ actor: 'user', cause: 'plain-http', says: 'The server speaks plain HTTP here.' },
  },
  5: {
    address: ({ 'self-signed': tls }) => tls.replace('https:', 'http:'),
    ...{ where: 'network', codes: 'UND_ERR_SOCKET|HPE_INVALID_CONSTANT', actor: 'user' },
    ...{ cause: 'wants-https', says: 'The server closed the connection at once.' },
  },
  6: {
    address: ({ 'self-signed': tls }) => tls,
    ...{ where: 'tls', codes: 'DEPTH_ZERO_SELF_SIGNED_CERT', actor: 'user' },
    ...{ cause: 'certificate-not-trusted', says: 'The certificate is its own issuer.' },
  },
  7: {
    address: ({ expired }) => expired,
    ...{ where: 'tls', codes: 'CERT_HAS_EXPIRED', actor: 'operator', cause: 'certificate-ended' },
    says: 'The certificate has expired. It ended on 2026-05-01.',
  },
  8: {
    address: ({ 'other-name': other }) => other,
    ...{ where: 'tls', codes: 'ERR_TLS_CERT_ALTNAME_INVALID', actor: 'operator' },
    cause: 'certificate-of-other-name',
    says: 'The certificate is not for 127.0.0.1. It is for a.example.',
  },
  9: {
    address: ({ plain }) => plain.replace(/\/mcp$/, '/reset/mcp'),
    drive: call,
    ...{ where: 'network', codes: 'ECONNRESET', actor: 'server', cause: 'closed-without-answer' },
    says: 'The server closed the connection without an answer; it may have crashed.',
  },
};

/** An address that accepts no connection: its process is stopped, and its queue is full. The caller must end it. */
export async function silentHost(): Promise<{ readonly address: string; end(): void }> {
  const script =
    "require('net').createServer().listen({port:0,host:'127.0.0.1',backlog:1},function(){process.stdout.write(String(this.address().port))})";
  const host = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(host.stdout, 'data');
  host.kill('SIGSTOP');
  const waiting = Array.from({ length: 8 }, () => connect(Number(port), '127.0.0.1'));
  for (const socket of waiting) socket.on('error', () => undefined);
  await Promise.race(waiting.map((socket) => once(socket, 'connect')));
  const end = () => {
    for (const socket of waiting) socket.destroy();
    host.kill('SIGKILL');
  };
  return { address: `http://127.0.0.1:${Number(port)}/mcp`, end };
}
