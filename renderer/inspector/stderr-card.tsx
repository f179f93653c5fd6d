import { Card } from './card.tsx';
import type { ExchangeEvent } from './exchange-events.ts';
import styles from './explain.module.css';
import { splitStderr } from './stderr-split.ts';
import { StderrText } from './stderr-text.tsx';

/** The stderr lines of a call: first those that name it, then those around it in time only. */
export function StderrCard({ events }: { readonly events: readonly ExchangeEvent[] }) {
  const { named, around, aroundWhy } = splitStderr(events);
  if (named.length === 0 && around.length === 0) return null;
  return (
    <Card title="stderr of this call">
      <div className={styles.stack}>
        {named.length > 0 && (
          <section aria-label="Lines that name the call">
            <p className={styles.note}>{counted(named.length)} the request id or the target</p>
            <StderrText lines={named} />
          </section>
        )}
        {around.length > 0 && (
          <section aria-label="Lines around the call">
            <p className={styles.note}>
              {named.length > 0 ? 'Also ' : ''}
              {around.length} {around.length === 1 ? 'line' : 'lines'} {aroundWhy}; another call may have
              caused them
            </p>
            <StderrText lines={around} />
          </section>
        )}
      </div>
    </Card>
  );
}

function counted(lines: number): string {
  return lines === 1 ? '1 line that names' : `${lines} lines that name`;
}
