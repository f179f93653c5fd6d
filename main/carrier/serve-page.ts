import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

type PageFile = { readonly type: string; readonly bytes: Buffer };

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
]);

/** Reads the file below `folder` that a URL path names; undefined for any other path, link or file type. */
export async function readPageFile(folder: string, urlPath: string): Promise<PageFile | undefined> {
  const parts = safeParts(urlPath === '/' ? '/index.html' : urlPath);
  if (parts === undefined) return undefined;
  const type = types.get(extname(parts.at(-1) ?? ''));
  if (type === undefined) return undefined;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...parts));
    if (!file.startsWith(root + sep)) return undefined;
    return { type, bytes: await readFile(file) };
  } catch {
    return undefined;
  }
}

/** The segments of the path, or undefined if one of them is not a plain file or folder name. */
function safeParts(urlPath: string): string[] | undefined {
  const [empty, ...parts] = urlPath.split('/');
  const isPlain = (part: string): boolean =>
    /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part) && !part.includes('..');
  return empty === '' && parts.length > 0 && parts.every(isPlain) ? parts : undefined;
}

/** The page's content security policy: nothing inline, no eval. `connect` lists the addresses that it may call. */
export function contentSecurityPolicy(connect: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    'media-src data: blob:',
    "worker-src 'self'",
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // No text becomes markup or script, whatever its origin, and no script may define an exception.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

export function pageHeaders(connect: readonly string[]): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(connect),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
    'Cache-Control': 'no-cache',
  };
}
