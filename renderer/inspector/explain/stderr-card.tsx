import type { ExchangeEvent } from '../../state/inspected/exchange-events.ts';
import { Card } from '../../ui/controls/card.tsx';
import styles from './explain.module.css';
import { byTimeAlone, splitStderr } from './stderr-split.ts';
import { StderrText } from './stderr-text.tsx';

/** The stderr lines of a call, those that name it first; each section says how its lines were attributed. */
export function StderrCard({ events }: { readonly events: readonly ExchangeEvent[] }) {
  const sections = splitStderr(events);
  if (sections.length === 0) return null;
  return (
    <Card title="stderr of this call">
      <div className={styles.stack}>
        {sections.map(({ why, lines }) => (
          <section key={why} aria-label={`Lines: ${why}`}>
            <p className={styles.note}>
              {lines.length === 1 ? `1 line, ${why}` : `${lines.length} lines, ${plural(why)}`}
              {byTimeAlone(why) && '; another call may have caused it'}
            </p>
            <StderrText lines={lines} />
          </section>
        ))}
      </div>
    </Card>
  );
}

function plural(why: string): string {
  return why.replace(/^names/, 'naming');
}
