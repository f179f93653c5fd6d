import type { SessionSettings } from '../../../app/protocol/session-settings.ts';

export type Root = SessionSettings['roots'][number];

/** A sentence on a root that servers may not take; empty if there is nothing to say. It forbids nothing. */
export function rootWarning(uri: string, others: readonly string[]): string {
  if (uri.trim() === '') return 'A root without a URI is left out.';
  if (uri !== uri.trim()) return 'There are spaces around the URI.';
  if (!URL.canParse(uri)) return 'This is no URI. A folder is written as file:///home/me/project.';
  const { protocol, hostname, search, hash, pathname } = new URL(uri);
  // 2025-11-25, client/roots.mdx: `uri` must be a file:// URI in the current specification.
  if (protocol !== 'file:') return `The specification allows file:// URIs only, and this is ${protocol}`;
  if (!uri.startsWith('file://')) return 'A file URI begins with file://.';
  if (hostname !== '') return `This names a folder on the machine ${hostname}; for this one write file:///…`;
  if (search !== '' || hash !== '') return 'A ? or # begins another part: write %3F or %23 in a name.';
  if (pathname.includes('/../') || uri.includes('/..')) return 'Servers may refuse a path with “..”.';
  if (pathname === '/') return 'This is the whole disk.';
  return others.includes(uri) ? 'This root is there twice.' : '';
}

/** A folder as a file URI; empty if it is no absolute path. */
export function folderUri(folder: string): string {
  const slashes = folder.replaceAll('\\', '/');
  const path = /^[a-z]:\//i.test(slashes) ? `/${slashes}` : slashes;
  if (!path.startsWith('/')) return '';
  return `file://${path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^\/([a-z])%3A\//i, '/$1:/')}`;
}

/** The roots as the host takes them: without empty URIs and empty names. */
export function givenRoots(roots: readonly Root[]): Root[] {
  return roots
    .filter(({ uri }) => uri.trim() !== '')
    .map(({ uri, name }) => (name === undefined || name === '' ? { uri } : { uri, name }));
}
