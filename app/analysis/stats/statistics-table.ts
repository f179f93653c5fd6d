import { csvOf } from '../../base/csv-text.ts';
import { inlineText } from '../../base/document/markdown-writer.ts';
import { type GroupStatistics, nameOfGroup } from './session-statistics.ts';

/** A tool's calls in one session; `session` is its label, empty if there is only one session. */
export type TableGroup = {
  readonly session: string;
  readonly group: GroupStatistics;
  /** How many results are too large for the session's host, and how many came too late for it. */
  readonly fit?: { readonly large: number; readonly late: number };
};

type Column = {
  readonly name: string;
  readonly value: (of: TableGroup) => string | number;
};

const SESSION: Column = { name: 'session', value: ({ session }) => session };
const COLUMNS: readonly Column[] = [
  { name: 'name', value: ({ group }) => nameOfGroup(group) },
  { name: 'method', value: ({ group }) => group.method },
  { name: 'calls', value: ({ group }) => group.calls },
  { name: 'ok', value: ({ group }) => group.tiers.ok },
  { name: 'tool', value: ({ group }) => group.tiers.tool },
  { name: 'protocol', value: ({ group }) => group.tiers.protocol },
  { name: 'client', value: ({ group }) => group.tiers.client },
  { name: 'transport', value: ({ group }) => group.tiers.transport },
  { name: 'open', value: ({ group }) => group.open },
  { name: 'p50 ms', value: ({ group }) => group.duration.p50 },
  { name: 'p95 ms', value: ({ group }) => group.duration.p95 },
  { name: 'p99 ms', value: ({ group }) => group.duration.p99 },
  { name: 'longest ms', value: ({ group }) => group.duration.most },
  { name: 'result bytes', value: ({ group }) => group.size.total },
  { name: 'p50 bytes', value: ({ group }) => group.size.p50 },
  { name: 'p95 bytes', value: ({ group }) => group.size.p95 },
  { name: 'retries', value: ({ group }) => group.retries },
  { name: 'retries ok', value: ({ group }) => group.helped },
  { name: 'unchanged retries', value: ({ group }) => group.repeats },
  { name: 'unchanged retries ok', value: ({ group }) => group.repeatsHelped },
  { name: 'status', value: ({ group }) => statusText(group) },
];

/** "200 ×12, 404 ×3"; empty over a pipe. */
function statusText({ statuses }: GroupStatistics): string {
  return statuses.map(([status, calls]) => `${status} ×${calls}`).join(', ');
}

const FIT_COLUMNS: readonly Column[] = [
  { name: 'too large for the host', value: ({ fit }) => fit?.large ?? '' },
  { name: 'too late for the host', value: ({ fit }) => fit?.late ?? '' },
];

export function statisticsMarkdown(groups: readonly TableGroup[]): string {
  const columns = columnsOf(groups);
  const isText = ({ name }: Column): boolean => ['session', 'name', 'method'].includes(name);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ name }) => name)),
    line(columns.map((column) => (isText(column) ? '---' : '---:'))),
    ...groups.map((of) => line(columns.map(({ value }) => inlineText(String(value(of)))))),
    '',
  ].join('\n');
}

/** Statistics as CSV; see {@link csvOf}. */
export function statisticsCsv(groups: readonly TableGroup[]): string {
  const columns = columnsOf(groups);
  const records = groups.map((of) => Object.fromEntries(columns.map(({ name, value }) => [name, value(of)])));
  return csvOf(
    records,
    columns.map(({ name }) => name),
  );
}

function columnsOf(groups: readonly TableGroup[]): readonly Column[] {
  const sessions = groups.some(({ session }) => session !== '') ? [SESSION] : [];
  return [...sessions, ...COLUMNS, ...(groups.some(({ fit }) => fit !== undefined) ? FIT_COLUMNS : [])];
}
