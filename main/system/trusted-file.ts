import type { Stats } from 'node:fs';
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import { checkSize, withRegular } from './regular-file.ts';

const ALL_MAY_WRITE = 0o002;
const GROUP_MAY_WRITE = 0o020;
/** The right of anyone but the owner to write. */
export const OTHERS_MAY_WRITE = ALL_MAY_WRITE | GROUP_MAY_WRITE;
/** In a folder with this bit an entry may be renamed and removed only by its owner. */
export const STICKY = 0o1000;

type Trust = {
  /** Undefined on Windows, whose user folders are closed by their lists of rights, and for a file that the user named. */
  readonly user: number | undefined;
  /** The folder that it must lie in, whatever links lead to it. */
  readonly within?: string;
  readonly mostBytes: number;
};

/**
 * Reads a regular file that the user may not have named: one that was found, or that such a file names. It counts only
 * if nobody but the user and root could have written it or put it in its place. Fails with a clause that says who else
 * could, or where it lies; rejects as `openRegular` does, and for a file of more than `mostBytes`.
 */
export async function readTrusted(path: string, { user, within, mostBytes }: Trust): Promise<Result<Buffer>> {
  const others = (found: Stats) => (user === undefined ? '' : othersWhoWrite('it', found, user));
  // To open a stranger's file may fail, and is refused before that.
  const placed =
    (within === undefined ? '' : await outside(path, within)) ||
    others(await stat(path)) ||
    (user === undefined ? '' : await othersOnTheWay(path, user, 'file'));
  if (placed !== '') return err(placed);
  return withRegular(path, async (handle) => {
    // The path may lead to another file by now.
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
 * Who beside the user and root could put something else in the place of a path, as a clause; empty for nobody. Looks
 * at every folder on the way to it and to what links lead to. A sticky folder protects the entries of the user and of
 * root; the one that holds a file has to be closed anyway, for in it others may make a file or a link to one.
 */
export async function othersOnTheWay(path: string, user: number, kind: 'file' | 'folder'): Promise<string> {
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
      (isLink ? await othersOnTheWay(resolve(await realpath(parent), await readlink(child)), user, own) : '');
    if (others !== '') return others;
  }
  return '';
}

function othersWhoWrite(place: string, found: Stats, user: number): string {
  const owner = otherOwner(place, found, user);
  if (owner !== '') return owner;
  if ((found.mode & ALL_MAY_WRITE) !== 0) return `every user may write to ${place}`;
  // A user's private group has the user's own number.
  const isPrivate = found.gid === user || found.gid === 0;
  if ((found.mode & GROUP_MAY_WRITE) === 0 || isPrivate) return '';
  return `the group with the id ${found.gid} may write to ${place}`;
}

function otherOwner(place: string, { uid }: Stats, user: number): string {
  return uid === user || uid === 0 ? '' : `${place} belongs to the user with the id ${uid}`;
}
