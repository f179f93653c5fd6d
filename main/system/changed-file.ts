import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, chown, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '../../app/base/result.ts';
import { fileFailure, writeFailure } from './file-failure.ts';
import { locked } from './file-lock.ts';
import { makeFolder } from './own-folder.ts';
import { readRegular } from './regular-file.ts';

// All whole-file writes happen here: into a temporary file next to the target, synced to disk, then renamed.

type TextFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string };

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_TRIES = 20;
/** Left by a killed process during a write, or while it removed a lock. */
const LEFTOVER = /^\.(?:[\da-f]{8}-[-\da-f]{27}\.part|lock\.[\da-f]{8}-[-\da-f]{27})$/;

/** Reads a configuration file; keeps a byte order mark in the text, so that it can be written back. */
export async function readTextFile(path: string, mostBytes = MAX_BYTES): Promise<TextFile> {
  try {
    const bytes = await readRegular(path, { mostBytes });
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'unreadable', reason: 'it is not UTF-8 text' };
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'unreadable', reason: fileFailure(error) };
  }
}

/** A file's old and new text, and the path of the backup; empty without an old file or a change. */
export type FileChange = { readonly before: string; readonly after: string; readonly backup: string };

type ChangeOptions = {
  /** Backs up the old text as `name.suffix` next to the file, if there was one. */
  readonly backup?: string;
  /** Creates a new file with default permissions in an existing folder; otherwise both are private to the user. */
  readonly isShared?: boolean;
  /** A file of the app's own: replaces a link, and becomes private to the user. */
  readonly isOwn?: boolean;
  /** Only returns what would be written. */
  readonly dryRun?: boolean;
};

type Edit = (text: string) => string | Promise<string>;

/**
 * Reads a file, lets `edit` change its text (empty if there is no file) and writes it, while no other Tierscope changes
 * it. If another program writes it meanwhile, `edit` is called again; unchanged text is not written. A link stays a
 * link, and an existing file keeps its owner and permissions. On failure changes nothing and returns a clause to follow
 * the file name, without a full stop; this includes write-protected files and files whose owner would change.
 */
export async function changeFile(
  path: string,
  edit: Edit,
  options: ChangeOptions = {},
): Promise<Result<FileChange>> {
  try {
    if (options.dryRun === true) return await read(path, edit);
    const target = options.isOwn === true ? path : await realpath(path).catch(() => path);
    // If the folder cannot be created, the lock reports why.
    if (options.isShared !== true) await makeFolder(dirname(target));
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const done = await locked(target, (isHeld) => changed(target, edit, options, isHeld));
      if (done !== undefined) return done;
    }
    return err('is written by other programs all the time; try again');
  } catch (error) {
    return err(`cannot be written: ${writeFailure(error, path)}`);
  }
}

async function read(path: string, edit: Edit): Promise<Result<FileChange>> {
  const file = await readTextFile(path);
  if (file.kind === 'unreadable') return err(`cannot be read: ${file.reason}`);
  const before = file.kind === 'text' ? file.text : '';
  return ok({ before, after: await edit(before), backup: '' });
}

/** Undefined if the file or the lock was taken over before everything was done. */
async function changed(
  target: string,
  edit: Edit,
  { backup = '', isShared, isOwn = false }: ChangeOptions,
  isHeld: () => Promise<boolean>,
): Promise<Result<FileChange> | undefined> {
  await removeLeftovers(target);
  const wanted = await read(target, edit);
  if (!wanted.ok || wanted.value.after === wanted.value.before) return wanted;
  const { before, after } = wanted.value;
  const found = await stat(target).catch(() => undefined);
  // A writable folder would allow replacing such a file anyway.
  if (found !== undefined && (found.mode & 0o200) === 0)
    return err('is write-protected; make it writable first');
  const part = await writtenBeside(target, after, { like: isOwn ? undefined : found, isShared });
  try {
    const kept = backup === '' || found === undefined ? ok('') : await keepBeside(target, backup, before);
    if (!kept.ok) return err(`is left alone: no backup could be made beside it: ${kept.error}`);
    const now = await read(target, (text) => text);
    if (!now.ok || now.value.before !== before || !(await isHeld())) return undefined;
    await rename(part, target);
    return ok({ before, after, backup: kept.value });
  } finally {
    await rm(part, { force: true });
  }
}

/** Atomically replaces a file even if others write it meanwhile; otherwise like `changeFile`. */
export async function replaceFile(
  path: string,
  text: string,
  options: ChangeOptions = {},
): Promise<Result<null>> {
  const done = await changeFile(path, () => text, options);
  return done.ok ? ok(null) : done;
}

/** A new file with an unpredictable name, so that nothing is written through a planted link. */
async function writtenBeside(
  target: string,
  text: string,
  { like, isShared = false }: { readonly like?: Stats | undefined; readonly isShared?: boolean | undefined },
): Promise<string> {
  const part = `${target}.${randomUUID()}.part`;
  const file = await open(part, 'wx', isShared && like === undefined ? 0o666 : 0o600);
  try {
    await file.writeFile(text);
    if (like !== undefined) await keepOwner(part, like);
    await file.sync();
    return part;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Gives a new file the owner and permissions of the one that it will replace. Rejects if that is not permitted. */
export async function keepOwner(part: string, { uid, gid, mode }: Stats): Promise<void> {
  const made = await stat(part);
  if (made.uid !== uid || made.gid !== gid) {
    await chown(part, uid, gid).catch(() => {
      throw new Error(`it belongs to the user ${uid} and the group ${gid}, and only root could keep it so`);
    });
  }
  await chmod(part, mode & 0o777);
}

async function removeLeftovers(target: string): Promise<void> {
  const [folder, name] = [dirname(target), basename(target)];
  const names = await readdir(folder);
  const left = names.filter((one) => one.startsWith(name) && LEFTOVER.test(one.slice(name.length)));
  await Promise.all(left.map((one) => rm(join(folder, one), { force: true })));
}

/** Saves a file's text as `name.suffix` next to it, numbered if taken. Returns the path, or a reason. */
export async function keepBeside(path: string, suffix: string, text: string): Promise<Result<string>> {
  try {
    const like = await stat(path).catch(() => undefined);
    for (let count = 1; ; count += 1) {
      const kept = `${path}.${suffix}${count === 1 ? '' : `-${count}`}`;
      const earlier = await readTextFile(kept);
      if (earlier.kind === 'text' && earlier.text === text) return ok(kept);
      if (earlier.kind !== 'missing') continue;
      await rename(await writtenBeside(kept, text, { like }), kept);
      return ok(kept);
    }
  } catch (error) {
    return err(fileFailure(error));
  }
}

/** Atomically writes a file of the app's own, and its folder, for its owner only. Rejects on disk errors. */
export async function writeOwnFile(file: string, text: string): Promise<void> {
  await makeFolder(dirname(file));
  const part = await writtenBeside(file, text, {});
  await rename(part, file).catch(async (error) => {
    await rm(part, { force: true });
    throw error;
  });
}
