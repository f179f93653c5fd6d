// The module `protocol`, after Electron's page "protocol". Chromium loads no scheme that it was not built with, so each
// scheme of the app is a host there: `tierscope://app/x` is `https://app.tierscope.test/x`. The app decides whether
// that origin is secure (https or http), and which headers it answers with.
import { refusing } from './refusal.js';

/** @typedef {(request: Request) => Response | Promise<Response>} Handler */
/** @typedef {{ standard?: boolean, secure?: boolean, [name: string]: boolean | undefined }} Privileges */

const KNOWN_PRIVILEGES = new Set(['standard', 'secure', 'supportFetchAPI', 'codeCache']);
/** A top-level domain that no name server resolves (RFC 6761). */
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

  /** The address in Chromium; unchanged if Chromium knows it. @param {string} address */
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

  /** The app's form of an address in Chromium. @param {string} address */
  inApp(address) {
    const match = /^https?:\/\/([^/?#]*)\.([a-z][a-z0-9+-]*)\.test(?=[/?#]|$)(.*)$/s.exec(address);
    const [, host, scheme = '', rest] = match ?? [];
    return this.#privileges.has(scheme) ? `${scheme}://${host}${rest}` : address;
  }

  /**
   * The app's answer to a request in Chromium; undefined for a foreign address.
   * @param {{ url: string, method: string, headers: Record<string, string>, postData?: string }} request
   * @returns {Promise<Response | undefined>}
   */
  async answer({ url, method, headers, postData }) {
    const address = this.inApp(url);
    if (address === url) return undefined;
    const handler = this.#handlers.get(new URL(address).protocol.slice(0, -1));
    // An address without a handler fails like one that does not exist: ERR_UNKNOWN_URL_SCHEME.
    if (handler === undefined) return Response.error();
    return handler(
      new Request(address, { method, headers, ...(postData === undefined ? {} : { body: postData }) }),
    );
  }
}
