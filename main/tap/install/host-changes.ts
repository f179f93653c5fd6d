import { err, ok, type Result } from '../../../app/base/result.ts';
import { claudeCode } from '../../../app/hosts/claude-code.ts';
import { claudeDesktop } from '../../../app/hosts/claude-desktop.ts';
import { cursor } from '../../../app/hosts/cursor.ts';
import type { Host } from '../../../app/hosts/host.ts';
import { vscode } from '../../../app/hosts/vscode.ts';
import { windsurf } from '../../../app/hosts/windsurf.ts';
import { keepBeside, readConfigFile, replaceFile, writeProtection } from '../../profiles/config-file.ts';

/** The hosts whose files the command line changes. */
const HOSTS: readonly Host[] = [claudeDesktop, claudeCode, cursor, vscode, windsurf];

const BACKUP = 'tierscope-backup';

/** The host of this id, or all of them for undefined. Fails with a sentence that names those that there are. */
export function hostsNamed(id: string | undefined): Result<readonly Host[]> {
  const chosen = HOSTS.filter((host) => id === undefined || host.id === id);
  if (chosen.length > 0) return ok(chosen);
  return err(`There is no host "${id}". Use one of: ${HOSTS.map((host) => host.id).join(', ')}.`);
}

/** The text of a file as it was read, and as it is to be. */
export type FileChange = { readonly text: string; readonly after: string };

/**
 * Writes a change of a configuration file, keeps the earlier text beside it, and says where. Gives an empty text, or
 * why the file is unchanged: also if another program has written it since it was read.
 */
export async function writePlanned(
  path: string,
  { text, after }: FileChange,
  write: (text: string) => void,
): Promise<string> {
  const protection = await writeProtection(path);
  if (protection !== '') return protection;
  const backup = await keepBeside(path, BACKUP, text);
  if (!backup.ok) return `no backup could be made beside it: ${backup.error}`;
  const now = await readConfigFile(path);
  if (now.kind !== 'text' || now.text !== text) return 'another program has just written it; try again';
  const replaced = await replaceFile(path, after);
  if (!replaced.ok) return replaced.error;
  write(`  Written. The earlier file is kept as ${backup.value}\n`);
  return '';
}
