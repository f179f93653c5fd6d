import type { Protocol } from 'electron';
import { pageHeaders, readPageFile } from '../carrier/serve-page.ts';

const SCHEME = 'tierscope';
const HOST = 'app';

export const APP_ADDRESS = `${SCHEME}://${HOST}/`;

export function isAppAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  // Node has no origin for custom schemes, so its parts are compared.
  const { protocol, host } = new URL(address);
  return protocol === `${SCHEME}:` && host === HOST;
}

/** Makes the scheme a secure origin like https; must be called before the app is ready. */
export function registerAppScheme(protocol: Protocol): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }]);
}

/** Serves only the files of the built page under the scheme. */
export function serveAppScheme(protocol: Protocol, pageFolder: string): void {
  const headers = pageHeaders([]);
  protocol.handle(SCHEME, async (request) => {
    const file =
      isAppAddress(request.url) && request.method === 'GET'
        ? await readPageFile(pageFolder, new URL(request.url).pathname)
        : undefined;
    if (file === undefined) return new Response('Nothing is here.\n', { status: 404, headers });
    return new Response(new Uint8Array(file.bytes), { headers: { ...headers, 'Content-Type': file.type } });
  });
}
