import { err, ok, type Result } from '../../app/base/result.ts';
import type { Host, HostFile, ServerToWrite } from '../../app/hosts/host.ts';
import { inHostForm } from '../../app/hosts/host-variables.ts';
import { changeFile, type FileChange } from '../system/changed-file.ts';

/** The suffix of the backup of a host's file from before Tierscope changed it. */
export const HOST_BACKUP = 'tierscope-backup';

/** Writes a server into a host's file, with a backup next to it; `dryRun` only plans it. Fails with a sentence. */
export async function copyToHost(
  host: Host,
  file: HostFile,
  given: ServerToWrite,
  dryRun: boolean,
): Promise<Result<FileChange & { readonly notes: readonly string[] }>> {
  const { server, notes } = inHostForm(host, given);
  let written = host.write('', file, server);
  const edit = (text: string): string => {
    written = host.write(text, file, server);
    return written.ok ? written.value.text : text;
  };
  const changed = await changeFile(file.path, edit, { backup: HOST_BACKUP, dryRun });
  if (!changed.ok) return err(`${file.path} ${changed.error}.`);
  if (!written.ok) return err(`${file.path} is left alone. ${written.error}`);
  return ok({ ...changed.value, notes: [...written.value.notes, ...notes] });
}
