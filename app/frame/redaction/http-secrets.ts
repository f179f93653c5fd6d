import { isJsonObject, parseJson, stringAt } from '../../base/json-value.ts';
import { type HttpBody, headerOf, type SessionIdFacts } from '../http-record.ts';

/** Headers whose values are secrets, in both directions. */
const SECRET_HEADERS = ['authorization', 'cookie', 'set-cookie', 'proxy-authorization', 'x-api-key'];
const SESSION_HEADER = 'mcp-session-id';
/** OAuth members (RFC 6749, 7636, 7521) that are secret in queries and bodies. */
const SECRET_MEMBERS =
  'access_token|refresh_token|id_token|client_secret|code_verifier|assertion|password|code|state|registration_access_token';
const IN_QUERY = new RegExp(`([?&#](?:${SECRET_MEMBERS}|token|api_?key)=)([^&#\\s"']*)`, 'gi');
const IN_FORM = new RegExp(`((?:^|&)(?:${SECRET_MEMBERS})=)([^&\\s]*)`, 'gi');
const IN_JSON = new RegExp(`("(?:${SECRET_MEMBERS})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'gi');
/** The session id of HTTP+SSE, which the endpoint's query contains. */
const SESSION_IN_JSON = /("(?:mcp-)?session_?-?id"\s*:\s*")([^"\\]+)/gi;
const SESSION_IN_QUERY = /([?&]session_?id=)([^&#\s"']+)/gi;
const USER_INFO = /^([a-z][\w+.-]*:\/\/)[^/?#@]+@/i;

/** More sessions are not distinguished: a server may create one for every request. */
const MAX_SESSIONS = 10_000;

/** Removes secrets from HTTP records before they reach the disk; equal session ids become the same `sid-1`. */
export class HttpSecrets {
  readonly #headers: ReadonlySet<string>;
  readonly #sessions = new Map<string, string>();
  #lastMinted = '';

  /** `own` are headers that the user added; their values are secret too. */
  constructor(own: readonly string[] = []) {
    this.#headers = new Set([...SECRET_HEADERS, ...own.map((name) => name.toLowerCase())]);
  }

  /** The record without secrets; a session id is replaced by facts about it. */
  cut(record: HttpBody, purpose = 'mcp'): HttpBody {
    switch (record.event) {
      case 'request':
        return { ...record, url: this.url(record.url), headers: this.#heads(record.headers) };
      case 'response':
        return { ...record, headers: this.#heads(record.headers), ...this.#minted(record.headers) };
      case 'body':
        return { ...record, text: this.#body(record.text, purpose) };
      default:
        return record;
    }
  }

  /** Each header as it is recorded, and whether that hides its value. */
  shown(headers: readonly [string, string][]): { name: string; value: string; isHidden: boolean }[] {
    return headers.map(([name, own]) => {
      const value = this.#header(name.toLowerCase(), own);
      return { name, value, isHidden: value !== own };
    });
  }

  /** An address without a password or secrets in its query. */
  url(url: string): string {
    return url
      .replace(USER_INFO, '$1<redacted>@')
      .replace(IN_QUERY, (_, name: string, value: string) => `${name}${redacted(value)}`)
      .replace(SESSION_IN_QUERY, (_, name: string, value: string) => `${name}${this.#sessionName(value)}`);
  }

  #body(text: string, purpose: string): string {
    if (purpose === 'mcp') return this.#named(this.#named(text, SESSION_IN_QUERY), SESSION_IN_JSON);
    return text
      .replace(IN_JSON, (_, name: string, value: string) => `${name}${redacted(value)}`)
      .replace(IN_FORM, (_, name: string, value: string) => `${name}${redacted(value)}`);
  }

  #named(text: string, places: RegExp): string {
    return text.replace(places, (_, name: string, id: string) => `${name}${this.#sessionName(id)}`);
  }

  #heads(headers: readonly [string, string][]): [string, string][] {
    return headers.map(([name, value]) => [name, this.#header(name.toLowerCase(), value)]);
  }

  #header(name: string, value: string): string {
    if (name === SESSION_HEADER) return this.#sessionName(value);
    if (!this.#headers.has(name)) return name === 'location' || name === 'referer' ? this.url(value) : value;
    const [, scheme = '', token = value] = /^(\w+) +(\S.*)$/.exec(value) ?? [];
    return `${scheme}${scheme === '' ? '' : ' '}${tokenText(token)}`;
  }

  #minted(headers: readonly [string, string][]): { readonly sessionId?: SessionIdFacts } {
    const id = headerOf(headers, SESSION_HEADER);
    if (id === undefined) return {};
    const counting = isNext(this.#lastMinted, id);
    this.#lastMinted = id;
    const strange = !/^[\x21-\x7e]*$/.test(id);
    return {
      sessionId: { length: id.length, ...(strange ? { strange } : {}), ...(counting ? { counting } : {}) },
    };
  }

  #sessionName(id: string): string {
    if (isSessionName(id)) return id;
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const name = `sid-${this.#sessions.size + 1}`;
    if (this.#sessions.size < MAX_SESSIONS) this.#sessions.set(id, name);
    return name;
  }
}

/** True for a placeholder of a session id, which is no longer secret. */
export function isSessionName(text: string): boolean {
  return /^sid-\d+$/.test(text);
}

function redacted(value: string): string {
  return value === '' || value.startsWith('<redacted') ? value : `<redacted:${value.length}>`;
}

/** Describes a token by its length and, if it is a JWT (RFC 7519), its issuer, audience, expiry and scope. */
function tokenText(token: string): string {
  const claims = jwtClaims(token);
  return claims === undefined ? redacted(token) : `<redacted:${token.length} ${claims}>`;
}

function jwtClaims(token: string): string | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined || !/^[\w-]+$/.test(payload)) return undefined;
  try {
    const value = parseJson(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (!isJsonObject(value)) return undefined;
    const shown = ['iss', 'aud', 'exp', 'scope'].flatMap((name) =>
      value[name] === undefined ? [] : [`${name}=${stringAt(value, name) ?? JSON.stringify(value[name])}`],
    );
    return shown.join(' ');
  } catch {
    return undefined;
  }
}

/** True for ids such as `7` and `8`, or `s-1` and `s-2`. */
function isNext(before: string, id: string): boolean {
  const [, head, number] = /^(.*?)(\d{1,15})$/.exec(before) ?? [];
  return number !== undefined && id !== before && id === `${head}${Number(number) + 1}`;
}
