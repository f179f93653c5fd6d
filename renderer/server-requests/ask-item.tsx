import { isJsonObject } from '../../app/base/json-value.ts';
import type { Ask } from '../../app/contract/ask.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import { askKind, askMessage } from '../../app/protocol/ask-words.ts';
import { selectRow } from '../state/screen/screen-actions.ts';
import { unfoldAsk } from '../state/server-requests/asks-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { RowLink } from '../ui/controls/row-link.tsx';
import { AskForm } from './ask-form.tsx';
import styles from './asks.module.css';
import { useCallOver } from './call-over.ts';
import { CallOverNote } from './call-over-note.tsx';
import { UndeclaredNote } from './undeclared-note.tsx';

type Props = { readonly info: SessionInfo; readonly ask: Ask; readonly unfolded: boolean };

/** An ask in the list: its head unfolds it and selects its row in the log. */
export function AskItem({ info, ask, unfolded }: Props) {
  const { session } = info;
  const over = useCallOver(session, ask);
  const unfold = () => {
    unfoldAsk(session, ask.ask);
    selectRow(session, ask.seq);
  };
  return (
    <li className={styles.item} data-ask={ask.ask}>
      <div className={styles.head}>
        <Button look="row" className={styles.fold} aria-expanded={unfolded} onClick={unfold}>
          <b>{askKind(ask.method, ask.params)}</b>
          {ask.key !== '' && <code>{ask.key}</code>}
          {!unfolded && <span className={styles.teaser}>{askMessage(ask.method, ask.params)}</span>}
        </Button>
        <span className={styles.where}>
          <code>{ask.method}</code>{' '}
          <RowLink session={session} seq={ask.seq}>
            row {ask.seq}
          </RowLink>
        </span>
      </div>
      {unfolded && isJsonObject(ask.params.task) && (
        <p className={styles.task}>
          The server wants a task: it has an id already, and looks for the answer now and then.
        </p>
      )}
      {unfolded && <UndeclaredNote ask={ask} info={info} />}
      {over !== undefined && <CallOverNote session={session} over={over} />}
      {unfolded && <AskForm info={info} ask={ask} over={over !== undefined} />}
    </li>
  );
}
