import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { SessionRecord } from '../../../app/frame/record.ts';
import type { HostPlace } from '../../../app/hosts/host.ts';
import { discoverHosts } from '../../profiles/discover-hosts.ts';
import { serverStart } from '../../profiles/import-from-hosts.ts';
import { commandOf, ownValues, type ServerSpec, startSpec } from '../../session/record-body.ts';

/**
 * How the server of a log is started on this machine: as the log says, with the PATH that it names, and with the
 * variables that a host's file has for a server of this name and command; without a command in the log, as that file
 * says. Undefined if neither says it.
 */
export async function loggedStart(
  { label, session, command, args = [], cwd = '', path = [], url }: Partial<SessionRecord>,
  place: HostPlace,
): Promise<ServerSpec | undefined> {
  if (url !== undefined) return startSpec({ command: url, args: [], cwd: '', env: {} });
  const known = await configured([label, session], place);
  if (command === undefined) return known;
  const isSame = known !== undefined && commandOf(known).command === command;
  const env = {
    ...(isSame ? ownValues(known) : {}),
    ...(path.length === 0 ? {} : { PATH: path.join(delimiter) }),
  };
  return { command, args, cwd: existsSync(cwd) ? cwd : '', env };
}

/** How a host's file starts the server with one of these names; undefined if it asks for a value. */
async function configured(
  names: readonly (string | undefined)[],
  place: HostPlace,
): Promise<ServerSpec | undefined> {
  for (const file of await discoverHosts(place)) {
    const server = file.servers.find(({ name }) => names.includes(name));
    const start = server === undefined ? undefined : serverStart(file, server, place);
    if (start?.open.length === 0) return start.spec;
  }
  return undefined;
}
