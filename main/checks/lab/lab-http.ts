import type { IncomingMessage, ServerResponse } from 'node:http';
import certificates from '../../../app/lab/http-certificates.json' with { type: 'json' };
import table from '../../../app/lab/http-faults.json' with { type: 'json' };
import { progressToken } from '../../../app/recording/mock/mock-script.ts';
import { type Envelope, readEnvelope } from '../../../app/wire/envelope.ts';
import { HttpLineServer } from '../../system/http-line-server.ts';
import { GuardedServer } from '../../system/loopback-gate.ts';
import { type StreamStart, streamServer } from '../../system/stream-server.ts';

/** How the lab answers in place of a server; `then` says what happens to the connection if it does not just end. */
type FaultyAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly then?: string;
};

/** The requests that get a faulty answer: tool calls, any POST, GET, a resumed stream, and so on. */
type Faulty = 'call' | 'post' | 'get' | 'resume' | 'malformed' | 'large' | 'unknown' | 'anonymous';
type HttpFault = { readonly [Which in Faulty]?: FaultyAnswer } & {
  readonly shows: string;
  readonly lenient?: boolean;
};

const FAULTS: Readonly<Record<string, HttpFault>> = table.faults;
const PATHS: Readonly<Record<string, FaultyAnswer>> = table.paths;
/** The limit of the Express body parser, in bytes. */
const LARGE_BYTES = 100 * 1024;
/** The methods that the lab supports. */
const KNOWN = /^(?:initialize|ping|server\/discover|(?:tools|prompts|resources|notifications|logging)\/)/;

/** The error lab over HTTP: unchanged at `/mcp`, and with one HTTP fault at `/FAULT/mcp`. */
export class LabHttp {
  readonly #lines: HttpLineServer;
  /** The id of the call that a resumed stream answers, by session. */
  readonly #calls = new Map<string, string>();

  constructor(start: StreamStart) {
    this.#lines = new HttpLineServer((write) => streamServer(start, write));
  }

  take(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const fixed = PATHS[path];
    const [, name = ''] = /^(?:\/([\w-]+))?\/mcp\/?$/.exec(path) ?? [];
    const fault = FAULTS[name];
    if (fixed !== undefined) this.#say(request, response, fixed, 'null');
    else if (path === '/ca.pem')
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end(certificates.ca);
    else if (path === '/') response.writeHead(200, { 'Content-Type': 'text/plain' }).end(labPage());
    else if (path !== '/mcp' && fault === undefined) noSuchPath(request, response);
    else {
      const envelope = readEnvelope(body.toString());
      const answer = fault && answerOf(fault, request, envelope, body.length);
      if (answer !== undefined)
        this.#say(request, response, answer, this.#idText(request, envelope), envelope);
      else this.#lines.take(request, response, body, fault?.lenient);
    }
  }

  close(): void {
    this.#lines.close();
  }

  #idText({ headers }: IncomingMessage, envelope: Envelope): string {
    const session = String(headers['mcp-session-id']);
    if (envelope.kind === 'request') this.#calls.set(session, envelope.id.text);
    return this.#calls.get(session) ?? 'null';
  }

  #say(
    { headers }: IncomingMessage,
    response: ServerResponse,
    answer: FaultyAnswer,
    idText: string,
    asked?: Envelope,
  ): void {
    const { status, body = '', then } = answer;
    const token = (asked?.kind === 'request' && progressToken(asked.params)) || '0';
    const values: Record<string, string> = { id: idText, host: headers.host ?? '', token };
    const filled = (text: string) =>
      text.replaceAll(/\{(id|host|token)\}/g, (_, name: string) => values[name] ?? '');
    if (status === undefined) {
      response.socket?.resetAndDestroy();
      return;
    }
    const given = Object.entries(answer.headers ?? {}).map(([name, value]) => [name, filled(value)]);
    response.writeHead(status, Object.fromEntries(given));
    if (then === undefined) response.end(filled(body));
    else
      response.write(filled(body), () => {
        if (then === 'cut') response.destroy();
      });
  }
}

/** The faulty answer to a request; undefined if the lab answers as usual. */
function answerOf(
  fault: HttpFault,
  { method, headers }: IncomingMessage,
  envelope: Envelope,
  bytes: number,
): FaultyAnswer | undefined {
  if (method === 'GET')
    return headers['last-event-id'] === undefined ? fault.get : (fault.resume ?? fault.get);
  if (method !== 'POST') return undefined;
  if (fault.post !== undefined) return fault.post;
  if (bytes > LARGE_BYTES && fault.large !== undefined) return fault.large;
  if (envelope.kind === 'not-json') return fault.malformed;
  if (headers.authorization === undefined && fault.anonymous !== undefined) return fault.anonymous;
  if (envelope.kind !== 'request') return undefined;
  if (envelope.method === 'tools/call') return fault.call;
  return KNOWN.test(envelope.method) ? undefined : fault.unknown;
}

/** The 404 page of Express. */
function noSuchPath({ method = '', url = '' }: IncomingMessage, response: ServerResponse): void {
  const text = `Cannot ${method} ${url.replaceAll(/[^\w./-]/g, '')}`;
  const page = `<!DOCTYPE html>\n<html lang="en">\n<head>\n<title>Error</title>\n</head>\n<body>\n<pre>${text}</pre>\n</body>\n</html>\n`;
  response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
}

function labPage(): string {
  const lines = Object.entries(FAULTS).map(([name, { shows }]) => `/${name}/mcp`.padEnd(24) + shows);
  return ['The Tierscope error lab: /mcp as it is; with one fault of HTTP:', ...lines, ''].join('\n');
}

/** Starts the lab: plain HTTP, and HTTPS with three certificates that clients reject. `ca` signed two of them. */
export async function listenLab(lab: LabHttp, port: number) {
  const take = lab.take.bind(lab);
  const { key, ca } = certificates;
  const plain = await GuardedServer.listen(port, take);
  const servers = [plain];
  const addresses: Record<string, string> = { plain: `http://127.0.0.1:${plain.port}/mcp` };
  for (const name of ['self-signed', 'expired', 'other-name'] as const) {
    const server = await GuardedServer.listen(0, take, { key, cert: certificates[name] });
    servers.push(server);
    addresses[name] = `https://127.0.0.1:${server.port}/mcp`;
  }
  return {
    addresses,
    ca,
    close: async (): Promise<void> => {
      lab.close();
      for (const server of servers) await server.close();
    },
  };
}
