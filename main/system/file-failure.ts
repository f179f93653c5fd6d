import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage } from '../../app/base/result.ts';
/** Why the system refused to work on a file, as a plain clause without a full stop. */
export function fileFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return 'it does not exist';
    case 'EISDIR':
      return 'it is a folder';
    case 'ENOTDIR':
      return 'a part of its path is not a folder';
    case 'EACCES':
    case 'EPERM':
      return 'permission is denied';
    case 'EROFS':
      return 'the disk is read-only';
    case 'ENOSPC':
      return 'the disk is full';
    case 'EDQUOT':
      return 'the disk quota is used up';
    case 'EEXIST':
      return 'another file has its name';
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open';
    case 'EIO':
      return 'the disk reports an error';
    default:
      return errorMessage(error);
  }
}

/**
 * The same for a file that was to be written: if its folder is missing, that is said, and why it could not be made,
 * which `makeFolder` leaves to whoever writes.
 */
export function writeFailure(error: unknown, file: string): string {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const folder = dirname(file);
  if (!isMissing || existsSync(folder)) return fileFailure(error);
  let above = dirname(folder);
  while (!existsSync(above) && dirname(above) !== above) above = dirname(above);
  try {
    accessSync(above, constants.W_OK | constants.X_OK);
    return `the folder ${folder} does not exist`;
  } catch (refusal) {
    return `its folder cannot be made in ${above}: ${fileFailure(refusal)}`;
  }
}
