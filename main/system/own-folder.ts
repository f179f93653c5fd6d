import { mkdirSync, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import { fileFailure } from './file-failure.ts';

const ALL_MAY_WRITE = 0o002;
const GROUP_MAY_WRITE = 0o020;
const OTHERS_MAY_WRITE = ALL_MAY_WRITE | GROUP_MAY_WRITE;
const STICKY = 0o1000;

/**
 * Makes a data folder the user's alone before anything is read from or written to it: whoever else may write there
 * could put a link where the app puts a token. A folder of the user's own that others may write to is closed to
 * them, and `note` says so; the same for the folders in it, unless `look` is for the folder alone. A folder above it
 * that others may write to is only noted: the app does not change what is not its own. Fails with a sentence if the
 * folder or something in it is another user's. Without effect on Windows, whose user folders are closed by their
 * lists of rights.
 */
export async function ownFolder(
  folder: string,
  { user = process.getuid?.(), look = 'inside' }: { user?: number; look?: 'inside' | 'folder' } = {},
): Promise<Result<{ note: string }>> {
  // A folder that cannot be made is no place for a trap either; whoever writes there says why it fails.
  await makeFolder(folder);
  if (user === undefined) return ok({ note: '' });
  try {
    const here = await closed(folder, user);
    if (!here.ok || look === 'folder') return here;
    let { note } = here.value;
    for (const entry of await readdir(folder)) {
      const inside = await closed(join(folder, entry), user);
      if (!inside.ok) return inside;
      note ||= inside.value.note;
    }
    return ok({ note: [note, await openParent(folder, user)].filter((one) => one !== '').join(' ') });
  } catch (error) {
    // One that cannot be looked into holds nothing that this user could be led to.
    return isMissing(error)
      ? ok({ note: '' })
      : err(`The data folder ${folder} cannot be read: ${fileFailure(error)}.`);
  }
}

/** One sentence if others may rename something on the way to the folder; empty if nobody may. */
async function openParent(folder: string, user: number): Promise<string> {
  for (const path of new Set([resolve(folder), await realpath(folder)])) {
    for (let child = path; dirname(child) !== child; child = dirname(child)) {
      const parent = dirname(child);
      const who = othersWhoMayRename(await stat(parent), await lstat(child), user);
      if (who === '') continue;
      return `${who} may rename ${child}, because ${parent} lets them, and put another folder in its place. Keep the data folder where only you may write, or name such a place with --data.`;
    }
  }
  return '';
}

/** Who beside the user and root may rename an entry of a folder, as the start of a sentence; empty for nobody. */
function othersWhoMayRename(parent: Stats, child: Stats, user: number): string {
  const isOthers = ({ uid }: Stats) => uid !== user && uid !== 0;
  if (isOthers(parent)) return `The user with the id ${parent.uid}`;
  // Where it is sticky, an entry is its owner's.
  if ((parent.mode & STICKY) !== 0) return isOthers(child) ? `The user with the id ${child.uid}` : '';
  if ((parent.mode & ALL_MAY_WRITE) !== 0) return 'Every user';
  // A user's private group has the user's own number.
  const isPrivate = parent.gid === user || parent.gid === 0;
  return (parent.mode & GROUP_MAY_WRITE) !== 0 && !isPrivate ? `The group with the id ${parent.gid}` : '';
}

/** Looks at a folder, a file or a link, and takes the right to write from others if it is a folder. */
async function closed(path: string, user: number): Promise<Result<{ note: string }>> {
  const isMine = ({ uid }: { readonly uid: number }) => uid === user;
  const itself = await lstat(path);
  // What a link leads to may be gone, as the lock of a browser that has ended.
  const found = itself.isSymbolicLink() ? await stat(path).catch(() => itself) : itself;
  if (!isMine(itself) || !isMine(found)) {
    return err(
      `${path} belongs to another user, who could read or change what Tierscope writes there. Remove it, or choose another data folder with --data.`,
    );
  }
  if (!found.isDirectory() || (found.mode & OTHERS_MAY_WRITE) === 0) return ok({ note: '' });
  if ((found.mode & STICKY) !== 0) {
    return err(
      `${path} is shared by all users, who could put files where Tierscope writes. Choose another data folder with --data.`,
    );
  }
  await chmod(path, 0o700);
  return ok({ note: `Others could write to ${path}; from now on only you can.` });
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * Makes a folder and its parents for their owner only, as far as the disk allows; what fails shows when something is
 * written. Node's own recursion never ends if a parent is there and takes no folder, as in /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  const made = async (): Promise<boolean> => mkdir(folder, { mode: 0o700 }).then(() => true, hasParent);
  if ((await made()) || dirname(folder) === folder) return;
  await makeFolder(dirname(folder));
  await made();
}

/** The same, at once. */
export function makeFolderNow(folder: string): void {
  if (madeNow(folder) || dirname(folder) === folder) return;
  makeFolderNow(dirname(folder));
  madeNow(folder);
}

function madeNow(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    return hasParent(error);
  }
}

/** False if a parent is missing; any other fault shows when the file is made. */
function hasParent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code !== 'ENOENT';
}
