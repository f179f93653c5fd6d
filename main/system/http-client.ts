import { Socket } from 'node:net';
import { connect, type PeerCertificate, rootCertificates, type TLSSocket } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from 'undici';
import { errorMessage } from '../../app/base/result.ts';
import type { HttpBody, HttpConnection } from '../../app/frame/http-record.ts';

export type HttpClientOptions = {
  /** Certificates to trust in addition to Node's, as PEM text. */
  readonly ca?: string | undefined;
  /** A client certificate and its key, as PEM text. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly insecure?: boolean;
  /** The address of a proxy; by default from the environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`). */
  readonly proxy?: string | undefined;
  /** The connection timeout, in milliseconds; 10 s by default. */
  readonly connectMs?: number | undefined;
};

const CONNECT_MS = 10_000;
/** How long a server may take to refuse a client certificate, beyond twice the time of the handshake. */
const REFUSAL_MS = 100;
/** A proxy from the environment is for other machines. */
const LOOPBACK = 'localhost,127.0.0.1,[::1]';

/** Measures the connections that requests open. What goes through a proxy is not measured. */
export class ConnectClock {
  #opened: HttpConnection | undefined;
  readonly #known = new Set<string>();

  /** What `send` gives, and what is known of its connection once that stands or has failed; undefined for nothing. */
  during<Sent>(
    origin: string,
    send: () => Sent,
  ): { sent: Sent; connection: () => HttpConnection | undefined } {
    const opened: HttpConnection = {};
    const isKnown = this.#known.has(origin);
    // Undici opens a connection before its `dispatch` returns.
    this.#opened = opened;
    const sent = send();
    this.#opened = undefined;
    const connection = () => {
      if (opened.reused === false) return { ...opened, reused: undefined };
      return isKnown ? { reused: true } : undefined;
    };
    return { sent, connection };
  }

  connector(options: buildConnector.BuildOptions): buildConnector.connector {
    const open = buildConnector(options);
    return (target, done) => {
      const socket: unknown = open(target, done);
      const { protocol, host = target.hostname } = target;
      this.#known.add(`${protocol}//${host}`);
      if (this.#opened !== undefined && socket instanceof Socket) measure(socket, this.#opened);
    };
  }
}

function measure(socket: Socket, opened: HttpConnection): void {
  opened.reused = false;
  let last = performance.now();
  const passed = () => {
    const before = last;
    last = performance.now();
    return Math.round((last - before) * 100) / 100;
  };
  socket.once('lookup', () => {
    opened.nameMs = passed();
  });
  socket.once('connect', () => {
    opened.connectMs = passed();
  });
  socket.once('secureConnect', () => {
    opened.tlsMs = passed();
  });
}

/**
 * What sends HTTP requests: each as it is, with no redirect followed, nothing repeated and no limit to how long an
 * answer takes. Who opens it closes it.
 */
export function httpDispatcher(
  { ca, cert, key, insecure = false, proxy, connectMs }: HttpClientOptions,
  clock = new ConnectClock(),
): Dispatcher {
  const tls = {
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    rejectUnauthorized: !insecure,
    timeout: connectMs ?? CONNECT_MS,
  };
  const patient = { headersTimeout: 0, bodyTimeout: 0, connect: clock.connector(tls) };
  const proxied = { ...patient, requestTls: tls, proxyTunnel: false };
  if (proxy !== undefined) return new ProxyAgent({ ...proxied, uri: proxy });
  const { env } = process;
  if (!hasProxy(env)) return new Agent(patient);
  const noProxy = [env.NO_PROXY ?? env.no_proxy ?? '', LOOPBACK].filter((part) => part !== '').join(',');
  return new EnvHttpProxyAgent({ ...proxied, noProxy });
}

function hasProxy(env: NodeJS.ProcessEnv): boolean {
  return Boolean(env.HTTPS_PROXY ?? env.https_proxy ?? env.HTTP_PROXY ?? env.http_proxy);
}

/** True if nothing may be sent past a proxy: the server may not be meant to be reached without it. */
function isBehindProxy({ hostname }: URL, { proxy }: HttpClientOptions): boolean {
  return proxy !== undefined || (hasProxy(process.env) && !LOOPBACK.split(',').includes(hostname));
}

type ConnectionFailure = Omit<Extract<HttpBody, { event: 'failed' }>, 'type' | 'x' | 'event'>;

const CLOSED_CODES: readonly string[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];
const NAME_CODES: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN'];
const CONNECT_CODES: readonly string[] = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];
const OF_TLS = /CERT|_SSL_|TLS|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|^EPROTO$/;
/** Not an alert, which is about ours. */
const OF_CERTIFICATE = /^(?!.*ALERT).*(?:CERT|SELF_SIGNED|UNABLE_TO_)/;

/** How a request failed before its response headers, as recorded; asks the server again where TLS has the reason. */
export async function connectionFailure(
  error: unknown,
  url: string,
  client: HttpClientOptions = {},
): Promise<ConnectionFailure> {
  const server = new URL(url);
  const isClosed = CLOSED_CODES.includes(codeOf(error)) && server.protocol === 'https:';
  const asked = isBehindProxy(server, client) ? undefined : server;
  const refusal = isClosed && asked ? await refusalOf(asked, client) : undefined;
  const found = codeOf(refusal ?? error);
  // The platform's name, as every other tool shows it.
  const code = found === 'UND_ERR_CONNECT_TIMEOUT' ? 'ETIMEDOUT' : found;
  const phase = refusal === undefined ? phaseOf(code) : 'tls';
  const certificate = OF_CERTIFICATE.test(code) ? await certificateOf(error, asked) : undefined;
  return {
    phase,
    ...(code === '' ? {} : { code }),
    message: reasonOf(refusal ?? error) || code,
    ...(phase === 'tls' && client.cert !== undefined ? { clientCertificate: true } : {}),
    ...(certificate === undefined ? {} : { certificate }),
  };
}

function phaseOf(code: string): ConnectionFailure['phase'] {
  if (NAME_CODES.includes(code)) return 'dns';
  if (CONNECT_CODES.includes(code)) return 'connect';
  return OF_TLS.test(code) ? 'tls' : 'headers';
}

/** OpenSSL's reason without its addresses and file names. */
function reasonOf(error: unknown): string {
  const { reason } = error instanceof Error && 'reason' in error ? error : { reason: '' };
  return typeof reason === 'string' && reason !== '' ? reason : errorMessage(error);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const inner = codeOf(error.cause);
  if (inner !== '') return inner;
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** `server` is asked for its certificate if the error has none. */
async function certificateOf(
  error: unknown,
  server: URL | undefined,
): Promise<ConnectionFailure['certificate']> {
  const known = error instanceof Error && 'cert' in error ? (error.cert as PeerCertificate) : undefined;
  const peer = known ?? (server && (await shownCertificate(server)));
  if (peer?.subject === undefined) return undefined;
  const names = (peer.subjectaltname ?? '').split(', ').filter((name) => name !== '');
  return {
    subject: nameOf(peer.subject),
    issuer: nameOf(peer.issuer),
    names: names.map((name) => name.replace(/^(?:DNS|IP Address):/, '')),
    validTo: new Date(peer.valid_to).toISOString().slice(0, 10),
  };
}

function nameOf(name: PeerCertificate['subject'] | undefined): string {
  return [name?.CN ?? name?.O ?? ''].flat().join(', ');
}

/** A TLS connection that sends nothing, until `done`. */
function silently<Found>(
  { hostname, port }: URL,
  { cert, key }: HttpClientOptions,
  listen: (socket: TLSSocket, done: (found: Found | undefined) => void) => void,
): Promise<Found | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      ...{ host, port: Number(port || 443), cert, key, rejectUnauthorized: false, timeout: CONNECT_MS },
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    });
    const done = (found: Found | undefined) => {
      socket.destroy();
      resolve(found);
    };
    socket.once('timeout', () => done(undefined));
    listen(socket, done);
  });
}

function shownCertificate(url: URL): Promise<PeerCertificate | undefined> {
  return silently(url, {}, (socket, done) => {
    socket.once('secureConnect', () => done(socket.getPeerCertificate()));
    socket.once('error', () => done(undefined));
  });
}

/**
 * The refusal by TLS behind a closed connection; undefined if a silent connection stays open. In TLS 1.3 a server
 * checks the client's certificate after the client's handshake (RFC 8446 §4.4.2.4), so a request may be lost first.
 */
function refusalOf(url: URL, client: HttpClientOptions): Promise<Error | undefined> {
  return silently(url, client, (socket, done) => {
    const begun = performance.now();
    let isHandshakeOver = client.cert !== undefined;
    const closed = () => done(isHandshakeOver ? CLOSED_IN_TLS : undefined);
    socket.once('secureConnect', () => {
      isHandshakeOver = true;
      socket.setTimeout(REFUSAL_MS + 2 * (performance.now() - begun));
    });
    socket.once('error', (error) => {
      if (OF_TLS.test(codeOf(error))) done(error);
      else if (CLOSED_CODES.includes(codeOf(error))) closed();
      else done(undefined);
    });
    socket.once('end', () => setImmediate(closed));
    socket.resume();
  });
}

const CLOSED_IN_TLS = Object.assign(new Error('the server closed the connection after the TLS handshake'), {
  code: 'ECONNRESET',
});
