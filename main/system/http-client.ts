import { Socket } from 'node:net';
import { connect, type PeerCertificate, rootCertificates } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from 'undici';
import { errorMessage } from '../../app/base/result.ts';
import type { HttpBody, HttpConnection } from '../../app/frame/http-record.ts';

export type HttpClientOptions = {
  /** Certificates to trust in addition to Node's, as PEM text. */
  readonly ca?: string | undefined;
  /** A client certificate and its key, as PEM text. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** True accepts any certificate. */
  readonly insecure?: boolean;
  /** The address of a proxy; by default from the environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`). */
  readonly proxy?: string | undefined;
  /** The connection timeout, in milliseconds; 10 s by default. */
  readonly connectMs?: number | undefined;
};

const CONNECT_MS = 10_000;
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
  if (!(env.HTTPS_PROXY ?? env.https_proxy ?? env.HTTP_PROXY ?? env.http_proxy)) return new Agent(patient);
  const noProxy = [env.NO_PROXY ?? env.no_proxy ?? '', LOOPBACK].filter((part) => part !== '').join(',');
  return new EnvHttpProxyAgent({ ...proxied, noProxy });
}

type ConnectionFailure = Omit<Extract<HttpBody, { event: 'failed' }>, 'type' | 'x' | 'event'>;

const NAME_CODES: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN'];
const CONNECT_CODES: readonly string[] = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];
const OF_TLS = /CERT|_SSL_|TLS|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|^EPROTO$/;
const OF_CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_/;

/** How a request failed before its response headers, as recorded; fetches the certificate if that was rejected. */
export async function connectionFailure(error: unknown, url: string): Promise<ConnectionFailure> {
  const found = codeOf(error);
  // The platform's name, as every other tool shows it.
  const code = found === 'UND_ERR_CONNECT_TIMEOUT' ? 'ETIMEDOUT' : found;
  const certificate = OF_CERTIFICATE.test(code) ? await certificateOf(error, url) : undefined;
  return {
    phase: phaseOf(code),
    ...(code === '' ? {} : { code }),
    message: errorMessage(error) || code,
    ...(certificate === undefined ? {} : { certificate }),
  };
}

function phaseOf(code: string): ConnectionFailure['phase'] {
  if (NAME_CODES.includes(code)) return 'dns';
  if (CONNECT_CODES.includes(code)) return 'connect';
  return OF_TLS.test(code) ? 'tls' : 'headers';
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const inner = codeOf(error.cause);
  if (inner !== '') return inner;
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

async function certificateOf(error: unknown, url: string): Promise<ConnectionFailure['certificate']> {
  const known = error instanceof Error && 'cert' in error ? (error.cert as PeerCertificate) : undefined;
  const peer = known ?? (await shownCertificate(new URL(url)));
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

/** The server's certificate, from a connection that sends nothing. */
function shownCertificate({ hostname, port }: URL): Promise<PeerCertificate | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      ...{ host, port: Number(port || 443), rejectUnauthorized: false, timeout: CONNECT_MS },
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    });
    const done = (found: PeerCertificate | undefined) => {
      socket.destroy();
      resolve(found);
    };
    socket.once('secureConnect', () => done(socket.getPeerCertificate()));
    socket.once('timeout', () => done(undefined));
    socket.once('error', () => done(undefined));
  });
}
