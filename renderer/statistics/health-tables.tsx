import { filterTerm } from '../../app/query/filter-term.ts';
import type { ServerHealth } from '../../app/report/health/server-health.ts';
import { FindingMark } from '../shared/finding-mark.tsx';
import { showInLog } from '../state/log/show-in-log.ts';
import { TrendLine } from '../ui/charts/trend-line.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Card } from '../ui/controls/card.tsx';
import { formatDuration } from '../ui/format/time-text.ts';
import { Paged } from '../ui/list/paged.tsx';
import styles from './cards.module.css';
import { percentText } from './shown-groups.ts';

type Props = { readonly health: ServerHealth };

/** What the rules found, by rule: the most severe first. */
export function HealthRules({ health }: Props) {
  const { rules, runs } = health;
  const isMany = runs.length > 1;
  return (
    <Card title="Findings by rule" aside={rules.length === 0 ? 'none' : undefined}>
      {rules.length > 0 && (
        <table className={styles.runs} aria-label="Findings by rule">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">What</th>
              <th scope="col">Who acts</th>
              <th scope="col">{isMany ? 'Now' : 'Found'}</th>
              {isMany && <th scope="col">All runs</th>}
            </tr>
          </thead>
          <tbody>
            {rules.map((one) => (
              <tr key={`${one.rule} ${one.severity} ${one.side}`}>
                <th scope="row">
                  <span className={styles.rule}>
                    <FindingMark severity={one.severity} />
                    <Button
                      look="link"
                      title="Show the rows of this session in which it was found"
                      onClick={() => showInLog([filterTerm('rule', one.rule)])}
                    >
                      {one.rule}
                    </Button>
                  </span>
                </th>
                <td>
                  {one.title}
                  {one.certain < one.count && (
                    <span className={styles.under}>
                      {one.certain === 0 ? 'likely' : `${one.count - one.certain} likely`}
                    </span>
                  )}
                </td>
                <td>{one.side}</td>
                <td className={styles.number}>{one.newest.toLocaleString('en')}</td>
                {isMany && (
                  <td className={styles.number}>
                    {one.count.toLocaleString('en')}
                    <span className={styles.under}>
                      in {one.runs} of {runs.length}
                    </span>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** How long each tool takes, and how it got there over the runs. */
export function HealthTools({ health }: Props) {
  const { tools, runs } = health;
  if (tools.length === 0) return null;
  return (
    <Card title="p95 by tool">
      <Paged items={tools} noun="tool" size={50}>
        {(shown) => (
          <table className={styles.runs} aria-label="p95 by tool">
            <thead>
              <tr>
                <th scope="col">Tool</th>
                <th scope="col">Calls</th>
                <th scope="col">Failed</th>
                <th scope="col">p95</th>
                {runs.length > 1 && <th scope="col">Over the runs</th>}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ name, calls, failed, p95Ms, p95ByRun }) => (
                <tr key={name}>
                  <th scope="row">
                    <Button
                      look="link"
                      title="Show these calls in the log"
                      onClick={() => showInLog([filterTerm('tool', name)])}
                    >
                      {name}
                    </Button>
                  </th>
                  <td className={styles.number}>{calls.toLocaleString('en')}</td>
                  <td className={styles.number}>{percentText(failed, calls)}</td>
                  <td className={styles.number}>{p95Ms === null ? '' : formatDuration(p95Ms)}</td>
                  {runs.length > 1 && (
                    <td>
                      <TrendLine values={p95ByRun.toReversed()} label={trendText(name, p95ByRun)} />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Paged>
    </Card>
  );
}

function trendText(name: string, newestFirst: readonly (number | null)[]): string {
  const values = newestFirst.toReversed().map((value) => (value === null ? 'none' : formatDuration(value)));
  return `p95 of ${name}, from the oldest run to the newest: ${values.join(', ')}`;
}
