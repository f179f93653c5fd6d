import { filterTerm } from '../../../app/frame/query/query.ts';
import type { ServerHealth } from '../../../app/report/health/server-health.ts';
import { FindingMark } from '../../shared/finding-mark.tsx';
import { showInLog } from '../../state/log/filter-store.ts';
import { TrendLine } from '../../ui/charts/charts.tsx';
import { formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, Card, kit } from '../../ui/kit.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { percentText } from './shown-groups.ts';

type Props = { readonly health: ServerHealth };
type RuleHealth = ServerHealth['rules'][number];
type ToolHealth = ServerHealth['tools'][number];

/** What the rules found, by rule: the most severe first. */
export function HealthRules({ health: { rules, runs } }: Props) {
  return (
    <Card title="Findings by rule" aside={rules.length === 0 ? 'none' : undefined}>
      {rules.length > 0 && (
        <DataTable
          label="Findings by rule"
          columns={ruleColumns(runs.length)}
          rows={rules}
          keyOf={(one) => `${one.rule} ${one.severity} ${one.side}`}
        />
      )}
    </Card>
  );
}

function ruleColumns(runs: number): readonly Column<RuleHealth>[] {
  const columns: readonly Column<RuleHealth>[] = [
    {
      head: 'Rule',
      isName: true,
      cell: ({ rule, severity }) => (
        <span className={`${kit.inline} ${kit.mono}`}>
          <FindingMark severity={severity} />
          <LogLink
            text={rule}
            hint="Show the rows of this session in which it was found"
            term={filterTerm('rule', rule)}
          />
        </span>
      ),
    },
    {
      head: 'What',
      cell: ({ title, certain, count }) => (
        <>
          {title}{' '}
          {certain < count && (
            <span className={kit.note}>{certain === 0 ? 'likely' : `${count - certain} likely`}</span>
          )}
        </>
      ),
    },
    { head: 'Who acts', cell: ({ side }) => side },
    {
      head: runs > 1 ? 'Now' : 'Found',
      isNumber: true,
      cell: ({ newest }) => newest.toLocaleString('en'),
    },
  ];
  if (runs === 1) return columns;
  return [
    ...columns,
    {
      head: 'All runs',
      isNumber: true,
      cell: (one) => (
        <>
          {one.count.toLocaleString('en')}
          <span className={kit.note}>
            in {one.runs} of {runs}
          </span>
        </>
      ),
    },
  ];
}

type LogLinkProps = { readonly text: string; readonly hint: string; readonly term: string };

function LogLink({ text, hint, term }: LogLinkProps) {
  return (
    <Button look="link" title={hint} onClick={() => showInLog([term])}>
      {text}
    </Button>
  );
}

/** How long each tool takes, and how it got there over the runs. */
export function HealthTools({ health: { tools, runs } }: Props) {
  if (tools.length === 0) return null;
  return (
    <Card title="p95 by tool">
      <DataTable
        label="p95 by tool"
        columns={runs.length > 1 ? [...TOOL_COLUMNS, TREND] : TOOL_COLUMNS}
        rows={tools}
        keyOf={({ name }) => name}
        pages={{ noun: 'tool', size: 50 }}
      />
    </Card>
  );
}

const TOOL_COLUMNS: readonly Column<ToolHealth>[] = [
  {
    head: 'Tool',
    isName: true,
    cell: ({ name }) => (
      <LogLink text={name} hint="Show these calls in the log" term={filterTerm('tool', name)} />
    ),
  },
  { head: 'Calls', isNumber: true, cell: ({ calls }) => calls.toLocaleString('en') },
  { head: 'Failed', isNumber: true, cell: ({ failed, calls }) => percentText(failed, calls) },
  {
    head: 'p95',
    isNumber: true,
    cell: ({ p95Ms }) => (p95Ms === null ? '' : formatDuration(p95Ms)),
  },
];

const TREND: Column<ToolHealth> = {
  head: 'Over the runs',
  cell: ({ name, p95ByRun }) => (
    <TrendLine values={p95ByRun.toReversed()} label={trendText(name, p95ByRun)} />
  ),
};

function trendText(name: string, newestFirst: readonly (number | null)[]): string {
  const values = newestFirst.toReversed().map((value) => (value === null ? 'none' : formatDuration(value)));
  return `p95 of ${name}, from the oldest run to the newest: ${values.join(', ')}`;
}
