import {
  type Block,
  type Document,
  type Field,
  fields,
  paragraph,
  section,
} from '../../base/document/document.ts';
import { groupedBy } from '../../base/grouped-by.ts';
import type { HostFile, HostProblem, HostServer } from '../../hosts/host.ts';
import type { LastStart } from './last-starts.ts';

/** A host's configuration file; `isRead` is false for a format that Tierscope does not read. */
export type FoundConfiguration = Pick<HostFile, 'path' | 'scope'> & {
  readonly isRead: boolean;
  readonly problems: readonly HostProblem[];
};

/** A host's server, from its configuration or only from its log. */
export type HostedServer = Pick<HostServer, 'name' | 'at' | 'project' | 'disabled'> & {
  /** The file that names it; empty if only a log does. */
  readonly file: string;
  /** The whole command as one line, variables as written; empty if it is not a process. */
  readonly command: string;
  /** Why it cannot be started, in a sentence; empty if it can. */
  readonly unsupported: string;
  /** Equal for servers that start the same way; empty if it cannot be started. */
  readonly start: string;
  /** Its last start in the newest log that names it; null if none does. */
  readonly lastStart: (LastStart & { readonly log: string }) | null;
};

/** A host that has files on this machine. */
export type HostHere = {
  readonly host: string;
  readonly name: string;
  readonly files: readonly FoundConfiguration[];
  /** Newest first. */
  readonly logs: readonly string[];
  readonly servers: readonly HostedServer[];
};

/** The result of starting a server; `connects` is null if it was not started. */
export type CheckedServer = {
  /** The hosts that have it, each with its name there if the names differ. */
  readonly hosts: readonly string[];
  readonly name: string;
  readonly connects: boolean | null;
  readonly tools: number | null;
  /** The first check that failed, or why it was not started; empty if it connects. */
  readonly reason: string;
  readonly todo: string;
};

/** How long each of many servers may take for an answer, in milliseconds: one that never answers holds up the others. */
export const EACH_MS = 15_000;
/** Further logs are only counted. */
const MAX_SHOWN_LOGS = 5;
export const NO_HOSTS = 'No host with servers was found on this machine.';
export const NO_START = 'The logs show no start.';

type ListedServer = Omit<HostedServer, 'start'>;
type ListedHost = Omit<HostHere, 'servers'> & { readonly servers: readonly ListedServer[] };

export function hostsDocument(hosts: readonly ListedHost[]): Document {
  if (hosts.length === 0) return { title: '', blocks: [paragraph(NO_HOSTS)] };
  return { title: '', blocks: hosts.map(hostSection) };
}

function hostSection({ name, files, logs, servers }: ListedHost): Block {
  const more = logs.length - MAX_SHOWN_LOGS;
  const places: Field[] = [
    ...files.flatMap(fileFields),
    ...logs.slice(0, MAX_SHOWN_LOGS).map((text) => ({ label: 'log', text })),
    ...(more > 0 ? [{ label: '', text: `and ${more} older logs` }] : []),
  ];
  return section(name, [fields(places), ...servers.map(serverSection)]);
}

function fileFields({ path, isRead, problems }: FoundConfiguration): Field[] {
  return [
    { label: 'file', text: isRead ? path : `${path} (its servers are not read)` },
    ...problems.map(({ line, message }) => ({ label: '', text: `Line ${line}: ${message}` })),
  ];
}

function serverSection({ name, project, disabled, command, unsupported, lastStart }: ListedServer): Block {
  const notes = [project === '' ? '' : `for ${project}`, disabled ? 'switched off' : ''].filter(Boolean);
  const title = notes.length === 0 ? name : `${name} (${notes.join(', ')})`;
  const last = lastStart ?? { at: '', said: NO_START, todo: '' };
  return section(title, [
    fields([
      { label: 'starts', text: command || unsupported },
      { label: 'last', text: [last.at, last.said].filter(Boolean).join(': ') },
      { label: 'do', text: last.todo },
    ]),
  ]);
}

const CONNECTS = new Map([
  [true, 'yes'],
  [false, 'NO'],
  [null, 'not tried'],
]);

/** A table of all servers, followed by what to do about those that do not connect. */
export function checkedDocument(servers: readonly CheckedServer[]): Document {
  const rows = servers.map(({ hosts, name, connects, tools, reason }) => [
    hosts.join(', '),
    name,
    CONNECTS.get(connects) ?? '',
    tools ?? '-',
    reason,
  ]);
  const failed = servers.filter(({ connects, todo }) => connects === false && todo !== '');
  return {
    title: '',
    blocks: [
      paragraph(checkedSummary(servers)),
      { kind: 'table', head: ['host', 'name', 'connects', 'tools', 'reason'], rows },
      ...failed.map(({ name, reason, todo }) =>
        section(name, [
          fields([
            { label: 'found', text: reason },
            { label: 'do', text: todo },
          ]),
        ]),
      ),
    ],
  };
}

export function checkedSummary(servers: readonly CheckedServer[]): string {
  const tried = servers.filter(({ connects }) => connects !== null);
  const left = servers.length - tried.length;
  const good = tried.filter(({ connects }) => connects).length;
  const rest = left === 0 ? '' : ` ${left} ${left === 1 ? 'was' : 'were'} not tried.`;
  return `${good} of ${tried.length} ${tried.length === 1 ? 'server connects' : 'servers connect'}.${rest}`;
}

/** Servers of one or more hosts that start the same way: they are started once. */
export type CheckGroup = Pick<CheckedServer, 'hosts' | 'name'> & {
  readonly start: string;
  readonly command: string;
  readonly files: readonly string[];
  /** Why they are not started, as a sentence; empty if they are. */
  readonly left: string;
};

/** The servers in configuration files, grouped by how they start, in host order. */
export function checkGroups(hosts: readonly HostHere[]): readonly CheckGroup[] {
  const all = hosts.flatMap(({ name: host, servers }) =>
    servers.filter(({ file }) => file !== '').map((server) => ({ host, server })),
  );
  const groups = groupedBy(
    all,
    ({ host, server }) => server.start || `${host} ${server.file} ${server.name}`,
  );
  return [...groups.values()].flatMap((members): CheckGroup[] => {
    const [first] = members;
    if (first === undefined) return [];
    const { start, command, unsupported } = first.server;
    const on = members.filter(({ server }) => !server.disabled);
    const shown = on.length === 0 ? members : on;
    return [
      {
        hosts: [...new Set(shown.map(({ host }) => host))],
        name: [...new Set(shown.map(({ server }) => server.name))].join(', '),
        ...{ start, command },
        files: [...new Set(shown.map(({ server }) => server.file))],
        left: unsupported || (on.length === 0 ? 'It is switched off.' : ''),
      },
    ];
  });
}

export function untried({ hosts, name }: Pick<CheckGroup, 'hosts' | 'name'>, reason: string): CheckedServer {
  return { hosts, name, connects: null, tools: null, reason, todo: '' };
}
