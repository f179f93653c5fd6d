import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

type Headers = Record<string, string>;

export const BOTH = 'application/json, text/event-stream';
const JSON_BODY = { 'Content-Type': 'application/json', Accept: BOTH };

/** An HTTP client without any knowledge of MCP: it sends what it is given. */
export class RawClient {
  readonly #url: string;
  readonly #agent: string;
  session: string | undefined;
  token: string | undefined;

  constructor(url: string, agent = 'raw') {
    this.#url = url;
    this.#agent = agent;
  }

  /** Sends a request, and returns the response once its headers arrived; undefined if the connection closed first. */
  async send(method: string, body: string, headers: Headers = {}): Promise<IncomingMessage | undefined> {
    const own = {
      'User-Agent': this.#agent,
      ...(this.session === undefined ? {} : { 'Mcp-Session-Id': this.session }),
      ...(this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` }),
    };
    const asked = request(this.#url, { method, headers: { ...own, ...headers }, agent: false });
    asked.end(body);
    const [response] = await once(asked, 'response').catch(() => []);
    return response;
  }

  /** The same, but waits until the response has ended in any way. */
  async whole(method: string, body: string, headers: Headers = {}): Promise<string> {
    const response = await this.send(method, body, headers);
    if (response === undefined) return '';
    let text = '';
    response.on('data', (chunk) => {
      text += chunk;
    });
    response.on('error', () => undefined);
    await new Promise((resolve) => response.on('close', resolve));
    const id = response.headers['mcp-session-id'];
    if (typeof id === 'string') this.session = id;
    return text;
  }

  post(message: object, headers: Headers = {}): Promise<string> {
    return this.whole('POST', JSON.stringify({ jsonrpc: '2.0', ...message }), { ...JSON_BODY, ...headers });
  }

  /** The handshake of 2025-11-25. */
  async initialize(): Promise<void> {
    const clientInfo = { name: 'raw', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    await this.post({ id: 0, method: 'initialize', params });
    await this.post({ method: 'notifications/initialized' }, VERSION);
  }

  call(name: string, headers: Headers = {}, more: object = {}): Promise<string> {
    const params = { name, arguments: {}, ...more };
    return this.post({ id: 1, method: 'tools/call', params }, { ...VERSION, ...headers });
  }

  /** Sends pings with these ids as one batch. */
  batch(ids: readonly number[]): Promise<string> {
    const body = ids.map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    return this.whole('POST', JSON.stringify(body), { ...JSON_BODY, ...VERSION });
  }

  /** The same server at another path, behind the same tap. */
  at(path: string): RawClient {
    return new RawClient(this.#url.replace(/(\/t\/[\w-]{22})\/.*$/, `$1${path}`), this.#agent);
  }

  /** A request of 2026-07-28 with headers that match the body, unless others are given. */
  modern(method: string, params: object, headers: Headers = {}, version = '2026-07-28'): Promise<string> {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const mirrored = { 'MCP-Protocol-Version': version, 'Mcp-Method': method };
    return this.post({ id: 1, method, params: { ...params, _meta } }, { ...mirrored, ...headers });
  }
}

export const VERSION = { 'MCP-Protocol-Version': '2025-11-25' };
