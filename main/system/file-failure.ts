import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessage } from '../../app/base/result.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'another file has its name',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reports an error',
};

/** Why the system refused a file operation, as a clause without a full stop. */
export function fileFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? errorMessage(error);
}

/** The same for a file to be written; also explains a missing folder, which `makeFolder` leaves unexplained. */
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
