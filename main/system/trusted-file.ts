import type { Stats } from 'node:fs';
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import { checkSize, withRegular } from './regular-file.ts';

const ALL_MAY_WRITE = 0o002;
const GROUP_MAY_WRITE = 0o020;
/** Write permission for anyone but the owner. */
export const OTHERS_MAY_WRITE = ALL_MAY_WRITE | GROUP_MAY_WRITE;
/** In a sticky folder only the owner of an entry may rename or remove it. */
export const STICKY = 0o1000;

type Trust = {
  /** Undefined on Windows, where ACLs protect user folders, and for a file that the user named. */
  readonly user: number | undefined;
  /** The folder that must contain it, with links resolved. */
  readonly within?: string;
  readonly mostBytes: number;
};

/**
 * Reads a regular file that the user may not have named: one that was found, or that such a file names. Only accepts it
 * if no one but the user and root could have written or placed it. Fails with a clause that says who else could, or
 * where it lies; rejects like `openRegular`, and for a file of more than `mostBytes`.
 */
export async function readTrusted(path: string, { user, within, mostBytes }: Trust): Promise<Result<Buffer>> {
  const others = (found: Stats) => (user === undefined ? '' : othersWhoWrite('it', found, user));
  // Another user's file is refused before it is opened.
  const placed =
    (within === undefined ? '' : await outside(path, within)) ||
    others(await stat(path)) ||
    (user === undefined ? '' : await untrustedWriter(path, user, 'file'));
  if (placed !== '') return err(placed);
  return withRegular(path, async (handle) => {
    // The path may lead to a different file by now.
    const found = await handle.stat();
    const late = others(found);
    if (late !== '') return err(late);
    checkSize(found, mostBytes);
    return ok(await handle.readFile());
  });
}

async function outside(path: string, folder: string): Promise<string> {
  const [file, top] = [await realpath(path), await realpath(folder)];
  const way = relative(top, file);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? `it lies outside of ${top}` : '';
}

/**
 * Who besides the user and root could replace a path, as a clause; empty for nobody. Checks every folder on the way to
 * it and to link targets. A sticky folder protects entries of the user and root, but the folder of a file must not be
 * writable, since others could create a file or a hard link in it.
 */
export async function untrustedWriter(path: string, user: number, kind: 'file' | 'folder'): Promise<string> {
  const last = resolve(path);
  for (let child = last; dirname(child) !== child; child = dirname(child)) {
    const parent = dirname(child);
    const [itself, above] = [await lstat(child), await stat(parent)];
    const isLink = itself.isSymbolicLink();
    const isSticky = (above.mode & STICKY) !== 0;
    const own = child === last ? kind : 'folder';
    const others =
      (isLink || isSticky ? otherOwner(child, itself, user) : '') ||
      (isSticky && own === 'folder' ? otherOwner : othersWhoWrite)(parent, above, user) ||
      (isLink
        ? await untrustedWriter(resolve(await realpath(parent), await readlink(child)), user, own)
        : '');
    if (others !== '') return others;
  }
  return '';
}

function othersWhoWrite(place: string, found: Stats, user: number): string {
  const owner = otherOwner(place, found, user);
  if (owner !== '') return owner;
  if ((found.mode & ALL_MAY_WRITE) !== 0) return `every user may write to ${place}`;
  // A user's private group has the same number as the user.
  const isPrivate = found.gid === user || found.gid === 0;
  if ((found.mode & GROUP_MAY_WRITE) === 0 || isPrivate) return '';
  return `the group with the id ${found.gid} may write to ${place}`;
}

function otherOwner(place: string, { uid }: Stats, user: number): string {
  return uid === user || uid === 0 ? '' : `${place} belongs to the user with the id ${uid}`;
}
