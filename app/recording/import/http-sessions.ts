import { type HttpPurpose, headerOf, pathOf } from '../../frame/http-record.ts';
import { fromBase64 } from '../../wire/line-text.ts';
import type { Entry } from './entry.ts';

type Request = {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly [string, string][];
  readonly purpose: HttpPurpose;
};

type Known = {
  readonly name: string;
  readonly client: string;
  readonly path: string;
  /** The session ids that the server issued in it. */
  readonly ids: Set<string>;
  isInitialized: boolean;
  isInitializing: boolean;
};

/** Finds each request's session in a file without sessions: by address, session id, and `initialize`. */
export class HttpSessions {
  readonly #announce: (entry: Entry) => void;
  /** The last session of each client and path. */
  readonly #byPath = new Map<string, Known>();
  readonly #byId = new Map<string, Known>();
  readonly #byName = new Map<string, Known>();
  readonly #legacy: ReadonlySet<string>;
  #last: Known | undefined;

  /** `legacy` are the paths whose streams name an endpoint (HTTP+SSE). */
  constructor(announce: (entry: Entry) => void, legacy: ReadonlySet<string> = new Set()) {
    this.#announce = announce;
    this.#legacy = legacy;
  }

  /** The session of a request; announces a new one with the address from `shownUrl`. `client` distinguishes senders. */
  of(request: Request, body: string, shownUrl: () => string, epochMs?: number, client = ''): string {
    const known =
      this.#find(request, body, client) ?? this.#add(pathOf(request.url), client, shownUrl(), epochMs);
    if (/"method"\s*:\s*"initialize"/.test(body)) known.isInitializing = true;
    if (request.purpose === 'mcp') this.#last = known;
    return known.name;
  }

  /** Called with the response head to the session's last request. */
  answered(session: string, status: number, headers: readonly [string, string][]): void {
    const known = this.#byName.get(session);
    if (known === undefined) return;
    if (known.isInitializing && status < 300) known.isInitialized = true;
    known.isInitializing = false;
    const location = headerOf(headers, 'location');
    // A client that follows a redirect continues the same session.
    if (location !== undefined && status >= 300) this.#byPath.set(known.client + pathOf(location), known);
    const id = headerOf(headers, 'mcp-session-id');
    if (id !== undefined && status < 300) this.#own(known, id);
  }

  /** Called with the text of a session's stream: on HTTP+SSE, it names the address for messages. */
  streamed(session: string, text: string): void {
    const known = this.#byName.get(session);
    const [, id] = /session_?id=([^&\s"']+)/i.exec(text) ?? [];
    if (known === undefined || !text.includes('event: endpoint')) return;
    if (id !== undefined) this.#own(known, id);
    const [, endpoint = ''] = /\bdata: ?(\S+)/.exec(text) ?? [];
    if (endpoint !== '') this.#byPath.set(known.client + pathOf(endpoint), known);
  }

  #own(known: Known, id: string): void {
    known.ids.add(id);
    this.#byId.set(`${known.path} ${id}`, known);
    this.#byId.set(id, known);
  }

  #find({ method, url, headers, purpose }: Request, body: string, client: string): Known | undefined {
    const path = pathOf(url);
    if (purpose !== 'mcp') return this.#ofAuthorization(path);
    const [, inQuery] = /[?&]session_?id=([^&#]+)/i.exec(url) ?? [];
    const id = headerOf(headers, 'mcp-session-id') ?? inQuery;
    const owner = id === undefined ? undefined : (this.#byId.get(`${path} ${id}`) ?? this.#byId.get(id));
    if (owner !== undefined) return owner;
    const known = this.#byPath.get(client + path) ?? (inQuery === undefined ? undefined : this.#last);
    const isNew =
      id === undefined && known?.isInitialized === true && /"method"\s*:\s*"initialize"/.test(body);
    const isNewStream = method === 'GET' && known !== undefined && this.#legacy.has(path);
    return isNew || isNewStream ? undefined : known;
  }

  /** An address's metadata includes its path; authorization servers are often next to it. */
  #ofAuthorization(path: string): Known | undefined {
    const [, first = ''] = /^\/(?:\.well-known\/[\w-]+\/)?([^/]+)/.exec(path) ?? [];
    const beside = [...this.#byPath.values()].findLast((known) => known.path.startsWith(`/${first}/`));
    return beside ?? this.#last;
  }

  #add(path: string, client: string, url: string, epochMs: number | undefined): Known {
    const name = `s${this.#byName.size + 1}`;
    const isFresh = { isInitialized: false, isInitializing: false };
    const known: Known = { name, client, path, ids: new Set(), ...isFresh };
    this.#byName.set(name, known);
    this.#byPath.set(client + path, known);
    const transport = this.#legacy.has(path) ? 'http+sse' : 'streamable-http';
    this.#announce({ epochMs, session: name, body: { type: 'session', label: url, transport, url } });
    return known;
  }
}

/** Bytes that a file has as base64; none if they are damaged. */
export function bytesOfBase64(base64: string): Uint8Array {
  try {
    return fromBase64(base64);
  } catch {
    return new Uint8Array();
  }
}
