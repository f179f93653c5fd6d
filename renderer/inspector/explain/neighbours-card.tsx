import { isOpen } from '../../../app/frame/row.ts';
import type { Inspected, Neighbour } from '../../state/inspected/inspected.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import { Card } from '../../ui/controls/card.tsx';
import { RowLink } from '../../ui/controls/links.tsx';
import { formatDuration } from '../../ui/format/time-text.ts';
import styles from './explain.module.css';

/** What else the server wrote while the call was open: what it should not have, and what it was not answered. */
export function NeighboursCard({ inspected }: { readonly inspected: Inspected }) {
  const { session, neighbours, row } = inspected;
  const { findings } = useSessionLog(session);
  const isPending = isOpen(inspected.settling.outcome);
  const others = neighbours.filter(({ seq }) => seq !== row.seq);
  if (others.length === 0) return null;
  return (
    <Card title="While this call was open">
      <ul className={styles.issues}>
        {others.map((neighbour) => (
          <li key={neighbour.seq}>
            {textOf(neighbour, isPending)}:{' '}
            <RowLink session={session} seq={neighbour.seq}>
              row {neighbour.seq}
            </RowLink>
            {findings.at(neighbour.seq).map(({ rule, title }) => (
              <span key={rule} className={styles.source}>
                {' '}
                · <b>{rule}</b> {title}
              </span>
            ))}
            <code className={styles.quote}>{neighbour.text}</code>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function textOf({ kind, method, offsetMs }: Neighbour, isPending: boolean): string {
  const when = `after ${formatDuration(offsetMs)}`;
  switch (kind) {
    case 'line':
      return `A line that is no whole message, ${when}`;
    case 'orphan':
      return `An answer that fits no open request, ${when}`;
    case 'answer':
      return `A second answer, ${when}`;
    case 'request':
      return `The server sent ${method}, ${when}, and ${isPending ? 'waits for the answer' : 'had no answer when the call ended'}`;
  }
}
