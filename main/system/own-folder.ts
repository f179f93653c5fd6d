import { mkdirSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import { fileFailure } from './file-failure.ts';
import { OTHERS_MAY_WRITE, STICKY, untrustedWriter } from './trusted-file.ts';

/**
 * Makes a data folder private before it is used: anyone else with write access could plant a link where the app puts a
 * token. If others may write to a folder of the user, removes that permission and reports it in `note`; the same for
 * the folders in it, unless `look` covers the folder only. A parent folder that others may write to is only noted: the
 * app does not change what it does not own. Fails with a sentence if the folder or something in it belongs to another
 * user. Does nothing on Windows, where ACLs protect user folders.
 */
export async function ownFolder(
  folder: string,
  { user = process.getuid?.(), look = 'inside' }: { user?: number; look?: 'inside' | 'folder' } = {},
): Promise<Result<{ note: string }>> {
  // A folder that cannot be created cannot be a trap either; the code that writes there reports why.
  await makeFolder(folder);
  if (user === undefined) return ok({ note: '' });
  try {
    const here = await closed(folder, user);
    if (!here.ok || look === 'folder') return here;
    let { note } = here.value;
    for (const entry of await readdir(folder)) {
      // Temporary files may disappear while the folder is read.
      const inside = await closed(join(folder, entry), user).catch(unlessMissing);
      if (!inside.ok) return inside;
      note ||= inside.value.note;
    }
    const others = await untrustedWriter(folder, user, 'folder');
    if (others === '') return ok({ note });
    const open = `Another folder can be put in the place of ${folder}: ${others}. Keep the data folder where only you may write, or name such a place with --data.`;
    return ok({ note: note === '' ? open : `${note} ${open}` });
  } catch (error) {
    // An unreadable entry cannot lead this user anywhere.
    return isMissing(error)
      ? ok({ note: '' })
      : err(`The data folder ${folder} cannot be read: ${fileFailure(error)}.`);
  }
}

/** Checks a folder, a file or a link, and removes the write permission of others from a folder. */
async function closed(path: string, user: number): Promise<Result<{ note: string }>> {
  const isMine = ({ uid }: { readonly uid: number }) => uid === user;
  const itself = await lstat(path);
  // The target of a link may be gone, as with the lock of a closed browser.
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

function unlessMissing(error: unknown): Result<{ note: string }> {
  if (isMissing(error)) return ok({ note: '' });
  throw error;
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Creates a folder for its owner only, if possible. Node's recursive mkdir never ends in an unwritable parent. */
export async function makeFolder(folder: string): Promise<void> {
  const made = async (): Promise<boolean> => mkdir(folder, { mode: 0o700 }).then(() => true, hasParent);
  if ((await made()) || dirname(folder) === folder) return;
  await makeFolder(dirname(folder));
  await made();
}

/** The same, synchronously. */
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

/** False if a parent is missing; other errors appear when the file is created. */
function hasParent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code !== 'ENOENT';
}
