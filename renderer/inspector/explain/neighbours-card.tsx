import type { Finding } from '../../../app/findings/finding.ts';
import type { Inspected, Neighbour } from '../../state/inspected/inspected.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { Card } from '../../ui/controls/card.tsx';
import { RowLink } from '../../ui/controls/links.tsx';
import { formatDuration } from '../../ui/format/time-text.ts';
import styles from './explain.module.css';

/** What else the server wrote while the call was open and should not have. */
export function NeighboursCard({ inspected }: { readonly inspected: Inspected }) {
  const { session, neighbours, row } = inspected;
  const { findings } = useSessionLog(session);
  const others = neighbours.filter(({ seq }) => seq !== row.seq);
  if (others.length === 0) return null;
  return (
    <Card title="While this call was open">
      <ul className={styles.issues}>
        {others.map((neighbour) => (
          <li key={neighbour.seq}>
            {textOf(neighbour)}:{' '}
            <RowLink session={session} seq={neighbour.seq}>
              row {neighbour.seq}
            </RowLink>
            <Rules findings={findings.at(neighbour.seq)} />
            <code className={styles.quote}>{neighbour.text}</code>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Rules({ findings }: { readonly findings: readonly Finding[] }) {
  return findings.map(({ rule, title }) => (
    <span key={rule} className={styles.source}>
      {' '}
      · <b>{rule}</b> {title}
    </span>
  ));
}

function textOf({ kind, offsetMs }: Neighbour): string {
  const when = `after ${formatDuration(offsetMs)}`;
  return kind === 'line' ? `A line that is no whole message, ${when}` : `A second answer, ${when}`;
}
