import { posix, win32 } from 'node:path';
import { allHosts } from '../../app/hosts/all-hosts.ts';
import type { Host, HostFile, HostInput, HostPlace, HostProblem, HostServer } from '../../app/hosts/host.ts';
import { inputIdsOf } from '../../app/hosts/host-variables.ts';
import { withoutTap } from '../../app/hosts/tap-command.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { readTextFile } from '../system/changed-file.ts';
import { yamlTool } from './yaml-tool.ts';

/** A server in a host's file, for review before it is used. */
export type DiscoveredServer = HostServer & {
  /** The command line without a tap, variables as written; empty if the server is not a process. */
  readonly commandLine: string;
  /** The inputs that the host would prompt for. */
  readonly inputs: readonly HostInput[];
};

export type DiscoveredFile = {
  readonly host: Host;
  readonly file: HostFile;
  readonly text: string;
  readonly servers: readonly DiscoveredServer[];
  readonly inputs: readonly HostInput[];
  readonly problems: readonly HostProblem[];
};

/** The files of all hosts on this machine that have servers or problems. Only reads; starts nothing. */
export async function discoverHosts(place: HostPlace): Promise<readonly DiscoveredFile[]> {
  const found: DiscoveredFile[] = [];
  for (const { host, file } of hostFiles(allHosts(yamlTool), place)) {
    const one = await discoverFile(host, file);
    if (one !== undefined && one.servers.length + one.problems.length > 0) found.push(one);
  }
  return found;
}

/** The files that these hosts read on this machine. A shared file is listed for its first host only. */
export function hostFiles(
  hosts: readonly Host[],
  place: HostPlace,
): readonly { readonly host: Host; readonly file: HostFile }[] {
  // Without a home folder, a path would be relative to the working folder.
  const { isAbsolute } = place.platform === 'win32' ? win32 : posix;
  const files = hosts
    .flatMap((host) => host.files(place).map((file) => ({ host, file })))
    .filter(({ file }) => isAbsolute(file.path));
  return files.filter(({ file }, index) => files.findIndex((one) => one.file.path === file.path) === index);
}

/** A project's file comes with its repository, so anyone may have written it. */
const MAX_PROJECT_BYTES = 1024 * 1024;

/** Reads a host's file as `readTextFile` does. */
export function readHostFile({ path, scope }: HostFile): ReturnType<typeof readTextFile> {
  return scope === 'project' ? readTextFile(path, MAX_PROJECT_BYTES) : readTextFile(path);
}

/** One file of a host; undefined if it does not exist. */
export async function discoverFile(host: Host, file: HostFile): Promise<DiscoveredFile | undefined> {
  const content = await readHostFile(file);
  switch (content.kind) {
    case 'missing':
      return undefined;
    case 'unreadable': {
      const problem = { message: `It cannot be read: ${content.reason}.`, line: 1, column: 1 };
      return { host, file, text: '', servers: [], inputs: [], problems: [problem] };
    }
    case 'text': {
      const { servers, inputs, problems } = host.read(content.text, file);
      const places = new Map(inputs.map(({ id }, index) => [id, index]));
      return {
        host,
        file,
        text: content.text,
        servers: servers.map((one) => shown(one, inputs, places)),
        inputs,
        problems,
      };
    }
  }
}

function shown(
  server: HostServer,
  inputs: readonly HostInput[],
  places: ReadonlyMap<string, number>,
): DiscoveredServer {
  const { run } = server;
  if (run.kind === 'unsupported') return { ...server, commandLine: '', inputs: [] };
  const [command = '', ...args] = withoutTap([run.command, ...run.args]);
  const asked = inputIdsOf(run).flatMap((id) => places.get(id) ?? []);
  return {
    ...server,
    commandLine: joinCommandLine(command, args),
    inputs: asked.sort((one, other) => one - other).flatMap((index) => inputs[index] ?? []),
  };
}
