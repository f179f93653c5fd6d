import {
  type HostEntry,
  type HostRow,
  type HostTable,
  type HostTableFile,
  hostOfClient,
  isNamed,
  type OwnHosts,
} from '../../hosts/lens/host-table.ts';
import type { ToolListRow } from '../../hosts/lens/tool-row.ts';
import type { Peer } from '../../session/session-facts.ts';
import type { RowOrigin } from './derive-rows.ts';

/** The source given in rows from surveys, with the seed. */
const SOURCE = 'tierscope lab';
const MAX_ID = 64;
const MAX_VERSION = 50;
const MAX_NAME = 100;
const MAX_CLIENT_NAME = 200;

/** The measured host, with the common members of its rows. */
export type MeasuredHost = { readonly entry: HostEntry; readonly origin: RowOrigin };

/** A client's host from the table, or by its own name; `day` is today as YYYY-MM-DD. */
export function measuredHost(table: HostTable, client: Peer, seed: string, day: string): MeasuredHost {
  const known = hostOfClient(table, client);
  const id = known?.id ?? kebab(client.name);
  const name = client.name.slice(0, MAX_CLIENT_NAME);
  const clients =
    name === '' || known !== undefined ? [] : [{ name, ownVersion: true, source: SOURCE, asOf: day }];
  const isOwn = known?.clients.every((one) => one.ownVersion === true || !isNamed(one.name, name)) ?? true;
  const title = known?.name ?? table.hosts.find((one) => one.id === id)?.name ?? client.name.trim();
  const version = client.version.trim().slice(0, MAX_VERSION);
  return {
    entry: {
      id,
      name: title.slice(0, MAX_NAME) || 'Unnamed client',
      clients,
      limits: [],
      waits: [],
      requests: [],
    },
    origin: {
      host: id,
      ...(version === '' || !isOwn ? {} : { versions: { from: version, until: version } }),
      source: [`${SOURCE}, survey ${seed}`, isOwn ? '' : `${name} ${version}`].filter(Boolean).join(', '),
      asOf: day,
    },
  };
}

function kebab(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const id = (words ?? []).join('-').slice(0, MAX_ID).replace(/-$/, '');
  return id === '' ? 'unnamed-client' : id;
}

/** A host file with these rows, replacing those of an earlier survey of the same host and kind of answer or shape. */
export function withMeasuredRows(
  earlier: OwnHosts,
  { entry }: MeasuredHost,
  rows: readonly HostRow[],
  toolRows: readonly ToolListRow[] = [],
): HostTableFile {
  const subjects = new Set(rows.map(subjectOf));
  const shapes = new Set(toolRows.map(shapeOf));
  const isOther = (row: ToolListRow) => !row.source.startsWith(SOURCE) || !shapes.has(shapeOf(row));
  const allToolRows = [...(earlier.toolRows ?? []).filter(isOther), ...toolRows];
  const isReplaced = (row: HostRow) => row.source.startsWith(SOURCE) && subjects.has(subjectOf(row));
  const isThere = ({ id, clients }: HostEntry) =>
    id === entry.id && entry.clients.every((client) => clients.some(({ name }) => name === client.name));
  return {
    hosts: earlier.hosts.some(isThere) ? [...earlier.hosts] : [...earlier.hosts, entry],
    rows: [...earlier.rows.filter((row) => !isReplaced(row)), ...rows],
    ...(earlier.providers?.length ? { providers: [...earlier.providers] } : {}),
    ...(allToolRows.length > 0 ? { toolRows: allToolRows } : {}),
  };
}

function subjectOf({ host, versions, when }: HostRow): string {
  return JSON.stringify([host, versions?.from, versions?.until, when.answer, when.method]);
}

function shapeOf({ of, versions, when }: ToolListRow): string {
  return JSON.stringify([of, versions?.from, versions?.until, when]);
}

/** The outcome of a survey: sentences for its user, and the page to share; empty if nothing was measured. */
export type SavedSurvey = { readonly lines: readonly string[]; readonly page: string };

/** The name of the file for a host's measurements, without extension. */
export function measuredFileName({ entry }: MeasuredHost): string {
  return `measured-${entry.id}`;
}
