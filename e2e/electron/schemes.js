// The module `protocol`, after Electron's page "protocol". Chromium itself loads no scheme that it was not built
// with, so a scheme of the app is a host of its own there: `tierscope://app/x` is `https://app.tierscope.test/x`.
// Whether that origin is secure (https or http), and which headers it answers with, is up to the app.
import { refusing } from './refusal.js';

/** @typedef {(request: Request) => Response | Promise<Response>} Handler */
/** @typedef {{ standard?: boolean, secure?: boolean, [name: string]: boolean | undefined }} Privileges */

const KNOWN_PRIVILEGES = new Set(['standard', 'secure', 'supportFetchAPI', 'codeCache']);
/** A top level that no name server knows (RFC 6761). */
const TOP = 'test';

export class Schemes {
  /** @type {Map<string, Privileges>} */
  #privileges = new Map();
  /** @type {Map<string, Handler>} */
  #handlers = new Map();
  #isReady;

  /** @param {() => boolean} isReady */
  constructor(isReady) {
    this.#isReady = isReady;
  }

  /** The module as the app sees it. */
  module() {
    return refusing('protocol', {
      registerSchemesAsPrivileged: (/** @type {{ scheme: string, privileges?: Privileges }[]} */ schemes) => {
        if (this.#isReady()) {
          throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
        }
        for (const { scheme, privileges = {} } of schemes) this.#register(scheme, privileges);
      },
      handle: (/** @type {string} */ scheme, /** @type {Handler} */ handler) => {
        if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
        if (!this.#isReady()) throw new Error('protocol.handle can only be called after app is ready');
        this.#handlers.set(scheme, handler);
      },
      isProtocolHandled: (/** @type {string} */ scheme) => this.#handlers.has(scheme),
    });
  }

  /** @param {string} scheme @param {Privileges} privileges */
  #register(scheme, privileges) {
    for (const [name, isOn] of Object.entries(privileges)) {
      if (isOn === true && !KNOWN_PRIVILEGES.has(name)) {
        throw new Error(`The stand-in of Electron cannot give a scheme the privilege ${name}.`);
      }
    }
    this.#privileges.set(scheme, privileges);
  }

  /** Where Chromium finds an address; the same for one that it knows itself. @param {string} address */
  inChromium(address) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const scheme = url?.protocol.slice(0, -1) ?? '';
    if (url === undefined || !(this.#privileges.has(scheme) || this.#handlers.has(scheme))) return address;
    const { standard, secure } = this.#privileges.get(scheme) ?? {};
    if (standard !== true)
      throw new Error(`The stand-in of Electron loads no scheme that is not standard: ${scheme}.`);
    const rest = address.slice(address.indexOf('://') + 3 + url.host.length);
    return `${secure === true ? 'https' : 'http'}://${url.host}.${scheme}.${TOP}${rest === '' ? '/' : rest}`;
  }

  /** The address as the app knows it, of one in Chromium. @param {string} address */
  inApp(address) {
    const match = /^https?:\/\/([^/?#]*)\.([a-z][a-z0-9+-]*)\.test(?=[/?#]|$)(.*)$/s.exec(address);
    const [, host, scheme = '', rest] = match ?? [];
    return this.#privileges.has(scheme) ? `${scheme}://${host}${rest}` : address;
  }

  /**
   * The answer of the app to a request in Chromium; undefined if the address is none of its own.
   * @param {{ url: string, method: string, headers: Record<string, string>, postData?: string }} request
   * @returns {Promise<Response | undefined>}
   */
  async answer({ url, method, headers, postData }) {
    const address = this.inApp(url);
    if (address === url) return undefined;
    const handler = this.#handlers.get(new URL(address).protocol.slice(0, -1));
    // An address without a handler ends as one that does not exist: ERR_UNKNOWN_URL_SCHEME.
    if (handler === undefined) return Response.error();
    return handler(
      new Request(address, { method, headers, ...(postData === undefined ? {} : { body: postData }) }),
    );
  }
}
