import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { SessionRecord } from '../../../app/frame/record.ts';
import type { HostPlace } from '../../../app/hosts/host.ts';
import { discoverHosts } from '../../profiles/discover-hosts.ts';
import { serverStart } from '../../profiles/import-from-hosts.ts';
import { type ServerSpec, startSpec } from '../../session/record-body.ts';

/**
 * How the server of a log is started on this machine: as the log says, with the PATH that it names, else as the
 * configuration file of a host says that has a server of this name. Undefined if neither says it.
 */
export async function loggedStart(
  { label, session, command, args = [], cwd = '', path = [], url }: Partial<SessionRecord>,
  place: HostPlace,
): Promise<ServerSpec | undefined> {
  if (url !== undefined) return startSpec({ command: url, args: [], cwd: '', env: {} });
  if (command !== undefined) {
    const env: Record<string, string> = path.length === 0 ? {} : { PATH: path.join(delimiter) };
    return { command, args, cwd: existsSync(cwd) ? cwd : '', env };
  }
  for (const file of await discoverHosts(place)) {
    const server = file.servers.find(({ name }) => name === label || name === session);
    const start = server === undefined ? undefined : serverStart(file, server, place);
    if (start?.open.length === 0) return start.spec;
  }
  return undefined;
}
