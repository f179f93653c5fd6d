import { firstFailure } from '../../../app/checks/doctor/doctor-report.ts';
import type { CheckedServer, CheckGroup } from '../../../app/checks/hosts/host-report.ts';
import { untried } from '../../../app/checks/hosts/host-report.ts';
import type { HostPlace } from '../../../app/hosts/host.ts';
import { discoverHosts } from '../../profiles/discover-hosts.ts';
import { type ServerStart, serverStart } from '../../profiles/import-from-hosts.ts';
import { type DoctorOptions, examine } from '../doctor/run-doctor.ts';
import { startKey } from './found-hosts.ts';

/** How the servers of all hosts' files are started, by `HostedServer.start`. Nothing is started. */
export async function startsHere(place: HostPlace): Promise<ReadonlyMap<string, ServerStart>> {
  const starts = new Map<string, ServerStart>();
  for (const file of await discoverHosts(place)) {
    for (const server of file.servers) {
      const start = serverStart(file, server, place);
      if (start !== undefined) starts.set(startKey(start.spec), start);
    }
  }
  return starts;
}

/** Starts the server of a group once, to its end, unless its entry is no longer the one that was listed. */
export async function checkGroup(
  group: Pick<CheckGroup, 'hosts' | 'name' | 'start' | 'left'>,
  starts: ReadonlyMap<string, ServerStart>,
  options: Omit<DoctorOptions, 'spec'>,
): Promise<CheckedServer> {
  if (group.left !== '') return untried(group, group.left);
  const start = starts.get(group.start);
  if (start === undefined) return untried(group, 'Its entry has changed since: list the servers again.');
  if (start.open.length > 0)
    return untried(group, `Its host would ask for values that are missing here: ${start.open.join(', ')}.`);
  const { report, connection } = await examine({ ...options, spec: start.spec, startsOnce: true });
  const { found = '', todo = '' } = firstFailure(report) ?? {};
  const tools = connection?.lists.find(({ what }) => what === 'tools')?.count ?? null;
  const { hosts, name } = group;
  return { hosts, name, connects: connection?.ready === true, tools, reason: found, todo };
}
