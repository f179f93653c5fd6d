import { err, ok, type Result } from '../../app/base/result.ts';
import type { Host, HostFile, ServerToWrite } from '../../app/hosts/host.ts';
import { inHostForm } from '../../app/hosts/host-variables.ts';
import { keepBeside, readConfigFile, replaceFile } from './config-file.ts';

type CopiedToHost = {
  readonly before: string;
  readonly after: string;
  /** The earlier file beside it; empty if there was none, or nothing was written. */
  readonly backup: string;
  readonly notes: readonly string[];
};

/**
 * Writes a server into a host's file in the host's form, with a backup beside it; everything else in the file
 * stays. With `dryRun` it only gives the text before and after. Fails with a sentence.
 */
export async function copyToHost(
  host: Host,
  file: HostFile,
  given: ServerToWrite,
  dryRun: boolean,
): Promise<Result<CopiedToHost>> {
  const content = await readConfigFile(file.path);
  if (content.kind === 'unreadable') return err(`${file.path} cannot be read: ${content.reason}.`);
  const before = content.kind === 'text' ? content.text : '';
  const { server, notes: unfilled } = inHostForm(host, given);
  const written = host.write(before, file, server);
  if (!written.ok) return err(`${file.path} is left alone. ${written.error}`);
  const { text: after } = written.value;
  const notes = [...written.value.notes, ...unfilled];
  if (dryRun || after === before) return ok({ before, after, backup: '', notes });
  const backup = content.kind === 'text' ? await keepBeside(file.path, 'tierscope-backup', before) : ok('');
  if (!backup.ok)
    return err(`${file.path} is left alone: no backup could be made beside it: ${backup.error}.`);
  const replaced = await replaceFile(file.path, after);
  if (!replaced.ok) return err(`${file.path} cannot be written: ${replaced.error}.`);
  return ok({ before, after, backup: backup.value, notes });
}
