import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, parse, sep } from 'node:path';
import { globMatcher } from '../../../app/base/glob.ts';
import { textOrder } from '../../../app/base/text-order.ts';
import type { FoundConfiguration, HostedServer, HostHere } from '../../../app/checks/hosts/host-report.ts';
import { type LastStart, lastStartsIn } from '../../../app/checks/hosts/last-starts.ts';
import type { HostPlace } from '../../../app/hosts/host.ts';
import { HOST_PLACES, hostFilesOf, hostLogsOf, type PlacedHost } from '../../../app/hosts/host-places.ts';
import { type DiscoveredFile, type DiscoveredServer, discoverHosts } from '../../profiles/discover-hosts.ts';
import { serverStart } from '../../profiles/import-from-hosts.ts';
import { readUpTo, withRegular } from '../../system/regular-file.ts';

/** Of a folder with more entries the last by name are looked at, which are the newest of those named by time. */
const MAX_ENTRIES = 200;
const MAX_LOGS = 300;
/** Of a host this many logs are read, the newest first, and of each log its end. */
const MAX_READ_LOGS = 30;
const MAX_LOG_BYTES = 2 * 1024 * 1024;
const MAX_SERVERS = 500;

/** The hosts with files on this machine, their servers, and what their logs say of the last starts. Nothing is started. */
export async function hostsHere(place: HostPlace): Promise<readonly HostHere[]> {
  const discovered = await discoverHosts(place);
  const found: HostHere[] = [];
  for (const host of HOST_PLACES) {
    const own = discovered.filter((one) => one.host.id === host.id);
    const logs = await logsOf(host, place);
    const read = own.map(({ file: { path, scope }, problems }) => ({ path, scope, isRead: true, problems }));
    const files = [...read, ...(await unreadFiles(host, place))];
    if (files.length + logs.length === 0) continue;
    const servers = own.flatMap((file) => file.servers.map((server) => hosted(file, server, place)));
    found.push({ host: host.id, name: host.name, files, logs, servers: await withLastStarts(servers, logs) });
  }
  return found;
}

async function unreadFiles(host: PlacedHost, place: HostPlace): Promise<FoundConfiguration[]> {
  const files = hostFilesOf(host, place).filter(({ servers }) => servers.length === 0);
  const there = await Promise.all(files.map(({ path }) => isFile(path)));
  return files
    .filter((_, index) => there[index])
    .map(({ path, scope }) => ({ path, scope, isRead: false, problems: [] }));
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

function hosted(file: DiscoveredFile, server: DiscoveredServer, place: HostPlace): HostedServer {
  const { name, at, project, disabled, run, commandLine } = server;
  const start = serverStart(file, server, place);
  return {
    ...{ name, at, project, disabled, file: file.file.path, command: commandLine, lastStart: null },
    unsupported: run.kind === 'unsupported' ? run.reason : '',
    start: start === undefined ? '' : startKey(start.spec),
  };
}

/** Equal for two starts with the same command, folder and variables; it tells nothing of their values. */
export function startKey(spec: object): string {
  return createHash('sha256').update(JSON.stringify(spec)).digest('hex').slice(0, 32);
}

/** The logs of a host, the newest first. */
async function logsOf(host: PlacedHost, place: HostPlace): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const glob of hostLogsOf(host, place)) paths.push(...(await filesLike(glob)));
  const dated = await Promise.all(
    paths.slice(0, MAX_LOGS).map(async (path) => {
      const found = await stat(path).catch(() => undefined);
      return { path, at: found?.isFile() === true && found.size > 0 ? found.mtimeMs : undefined };
    }),
  );
  return dated
    .filter(({ at }) => at !== undefined)
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0))
    .map(({ path }) => path);
}

/** The paths that a glob with `*` in its segments names, as far as there are folders to look into. */
async function filesLike(glob: string): Promise<readonly string[]> {
  const { root } = parse(glob);
  let paths = [root];
  for (const segment of glob.slice(root.length).split(sep)) {
    if (!segment.includes('*')) paths = paths.map((path) => join(path, segment));
    else
      paths = (await Promise.all(paths.map((path) => entriesLike(path, segment)))).flat().slice(0, MAX_LOGS);
  }
  return paths;
}

async function entriesLike(folder: string, segment: string): Promise<string[]> {
  const fits = globMatcher(segment);
  const names = (await readdir(folder).catch(() => [])).filter(fits).sort(textOrder).reverse();
  return names.slice(0, MAX_ENTRIES).map((name) => join(folder, name));
}

/** The servers with what the newest log that names each says, and those that only a log names. */
async function withLastStarts(
  servers: readonly HostedServer[],
  logs: readonly string[],
): Promise<readonly HostedServer[]> {
  const starts = new Map<string, LastStart & { readonly log: string }>();
  for (const log of logs.slice(0, MAX_READ_LOGS)) {
    for (const [named, start] of lastStartsIn(await endOf(log), basename(log))) {
      const name =
        named === ''
          ? (serverOf(log, servers) ?? '')
          : (servers.find(({ name }) => plain(name) === plain(named))?.name ?? named);
      if (name !== '' && !starts.has(name) && starts.size < MAX_SERVERS) starts.set(name, { ...start, log });
    }
  }
  const listed = servers.map((server) => ({ ...server, lastStart: starts.get(server.name) ?? null }));
  const others = [...starts].filter(([name]) => !servers.some((server) => server.name === name));
  return [
    ...listed,
    ...others.map(([name, lastStart]): HostedServer => ({ ...ONLY_IN_LOG, name, lastStart })),
  ];
}

const ONLY_IN_LOG: Omit<HostedServer, 'name' | 'lastStart'> = {
  ...{ at: [], project: '', disabled: false, file: '', command: '', start: '' },
  unsupported: 'Only a log names it, and no configuration file that was read.',
};

/** The end of a log, from the beginning of a line on; empty if it cannot be read. */
async function endOf(path: string): Promise<string> {
  try {
    return await withRegular(path, async (handle) => {
      const { size } = await handle.stat();
      const from = Math.max(0, size - MAX_LOG_BYTES);
      const text = (await readUpTo(handle, from, MAX_LOG_BYTES)).toString('utf8');
      return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
    });
  } catch {
    // The list of logs still shows it; opening it says why it cannot be read.
    return '';
  }
}

/** The server whose name a file or its folder ends with, as hosts name the log of one server. */
function serverOf(log: string, servers: readonly HostedServer[]): string | undefined {
  const names = [basename(log).replace(/\.\w+$/, ''), basename(dirname(log))].map(plain);
  const own = servers.filter(({ name }) => names.some((one) => `-${one}`.endsWith(`-${plain(name)}`)));
  return own.sort((one, other) => other.name.length - one.name.length)[0]?.name;
}

/** A name as hosts write it into the name of a file. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{Nd}]+/gu, '-');
}
