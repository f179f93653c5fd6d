import type { ExchangeEvent } from '../../state/inspected/exchange-events.ts';
import { Card } from '../../ui/controls/card.tsx';
import { RowLink } from '../../ui/controls/row-link.tsx';
import styles from './explain.module.css';
import { byTimeAlone } from './stderr-split.ts';
import { AnsiLine } from './stderr-text.tsx';

/** The levels of RFC 5424 that tell of trouble (MCP, server/utilities/logging). */
const GRAVE = ['warning', 'error', 'critical', 'alert', 'emergency'];
const SHOWN = 50;

type Props = { readonly session: string; readonly events: readonly ExchangeEvent[] };

/** The server's log notifications at warning and above that belong to a call. */
export function LogMessagesCard({ session, events }: Props) {
  const messages = events.filter(({ kind, level = '' }) => kind === 'message' && GRAVE.includes(level));
  if (messages.length === 0) return null;
  const ranked = [
    ...messages.filter(({ why }) => !byTimeAlone(why)),
    ...messages.filter(({ why }) => byTimeAlone(why)),
  ];
  return (
    <Card title="Log messages of this call" aside="warning and above">
      <ul className={styles.issues}>
        {ranked.slice(0, SHOWN).map(({ seq, text, why }) => (
          <li key={seq}>
            <AnsiLine text={text} />
            <span className={styles.source}>
              <RowLink session={session} seq={seq}>
                #{seq}
              </RowLink>{' '}
              {why}
            </span>
          </li>
        ))}
      </ul>
      {ranked.length > SHOWN && (
        <p className={styles.note}>{ranked.length - SHOWN} more; the Exchange page has them all.</p>
      )}
    </Card>
  );
}
