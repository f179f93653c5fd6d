import { posix, win32 } from 'node:path';
import { allHosts } from '../../app/hosts/all-hosts.ts';
import type { Host, HostFile, HostInput, HostPlace, HostProblem, HostServer } from '../../app/hosts/host.ts';
import { inputIdsOf } from '../../app/hosts/host-variables.ts';
import { joinCommandLine } from '../session/command-line.ts';
import { readTextFile } from '../system/changed-file.ts';
import { yamlTool } from './yaml-tool.ts';

/** A server of a host's file, to look at before anything is done with it. */
export type DiscoveredServer = HostServer & {
  /** The whole command as one line, variables as written; empty if it is not a process. */
  readonly commandLine: string;
  /** What the host would ask its user for. */
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

/** The files of all hosts on this machine that have servers or problems. They are read; nothing is started. */
export async function discoverHosts(place: HostPlace): Promise<readonly DiscoveredFile[]> {
  const found: DiscoveredFile[] = [];
  for (const { host, file } of hostFiles(allHosts(yamlTool), place)) {
    const one = await discoverFile(host, file);
    if (one !== undefined && one.servers.length + one.problems.length > 0) found.push(one);
  }
  return found;
}

/** The files that these hosts read on this machine. One that several of them read counts for the first. */
export function hostFiles(
  hosts: readonly Host[],
  place: HostPlace,
): readonly { readonly host: Host; readonly file: HostFile }[] {
  // Without a home folder a path would begin where the program was started.
  const { isAbsolute } = place.platform === 'win32' ? win32 : posix;
  const files = hosts
    .flatMap((host) => host.files(place).map((file) => ({ host, file })))
    .filter(({ file }) => isAbsolute(file.path));
  return files.filter(({ file }, index) => files.findIndex((one) => one.file.path === file.path) === index);
}

/** A file of a project comes with its repository, from anyone. */
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
  const asked = inputIdsOf(run).flatMap((id) => places.get(id) ?? []);
  return {
    ...server,
    commandLine: joinCommandLine(run.command, run.args),
    inputs: asked.sort((one, other) => one - other).flatMap((index) => inputs[index] ?? []),
  };
}
