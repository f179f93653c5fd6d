import { useEffect, useRef } from 'react';
import type { Ask } from '../../app/contract/ask.ts';
import { liveInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import { showDialog } from '../state/screen/screen-actions.ts';
import { useScreen } from '../state/screen/screen-store.ts';
import { setPanel, useAsks, wishFocus } from '../state/server-requests/asks-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { CrossMark } from '../ui/controls/cross-mark.tsx';
import { AnsweredList } from './answered-list.tsx';
import { TogetherGroup } from './ask-group.tsx';
import { askGroups } from './ask-groups.ts';
import { AskItem } from './ask-item.tsx';
import styles from './asks.module.css';
import { useCallOver } from './call-over.ts';

/** What the server of a session asks, each with its answer. Nothing else of the session waits for it. */
export function AsksPanel({ info }: { readonly info: SessionInfo }) {
  const body = useFocusWish();
  const asks = liveInfo(info)?.asks ?? [];
  const wished = useAsks((state) => state.unfolded[info.session]);
  const unfolded = asks.some(({ ask }) => ask === wished) ? wished : asks[0]?.ask;
  return (
    <section aria-label="The server asks" className={styles.panel}>
      <header className={styles.bar}>
        <h2>
          The server asks <span className={styles.count}>{asks.length}</span>
        </h2>
        <Button look="quiet" onClick={() => showDialog('asks')}>
          Answers and roots
        </Button>
        <Button
          look="icon"
          aria-label="Close the asks"
          title="They stay open; the banner above the log leads back"
          onClick={() => setPanel(info.session, 'closed')}
        >
          <CrossMark />
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={body} className={styles.body} tabIndex={0}>
        {asks.length === 0 && (
          <p className={styles.note}>Nothing is open. What the server asks next is answered here.</p>
        )}
        {askGroups(asks).map((group) =>
          group.together ? (
            <TogetherGroup key={group.key} info={info} group={group} />
          ) : (
            <ul key={group.key}>
              {group.asks.map((ask) => (
                <AskItem key={ask.ask} info={info} ask={ask} unfolded={ask.ask === unfolded} />
              ))}
            </ul>
          ),
        )}
        {asks.map((ask) => ask.ask === unfolded && <TimeoutNote key={ask.ask} info={info} ask={ask} />)}
        <AnsweredList info={info} />
      </div>
    </section>
  );
}

/** A server asks in the middle of a call, whose time runs on until the call is over. */
function TimeoutNote({ info, ask }: { readonly info: SessionInfo; readonly ask: Ask }) {
  const over = useCallOver(info.session, ask);
  const seconds = (liveInfo(info)?.settings.timeoutMs ?? 0) / 1000;
  if (seconds === 0 || ask.via !== 'request' || over !== undefined) return null;
  return (
    <p className={styles.note}>
      A call that waits for this still times out after {seconds} s, unless it was given more time.
    </p>
  );
}

/** A wish to answer brings the focus to the first field of its ask, once. */
function useFocusWish() {
  const body = useRef<HTMLDivElement>(null);
  const wish = useAsks((state) => state.focusWish);
  const dialog = useScreen((state) => state.dialog);
  useEffect(() => {
    if (wish === '' || dialog !== null) return;
    const form = body.current?.querySelector(`[data-ask="${CSS.escape(wish)}"] form`);
    const field = form?.querySelector<HTMLElement>('input, textarea, select, a[href]');
    (field ?? body.current)?.focus();
    wishFocus('');
  }, [wish, dialog]);
  return body;
}
