import { useState } from 'react';
import { liveInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import { useRow } from '../state/log/use-row.ts';
import { answerOfDraft, askShape, firstAskDraft } from '../state/server-requests/ask-draft.ts';
import { placeKey, placeOf, useAsks } from '../state/server-requests/asks-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { sendAnswer } from './answer-ask.ts';
import type { AskGroup } from './ask-groups.ts';
import { AskItem } from './ask-item.tsx';
import styles from './asks.module.css';

type Props = { readonly info: SessionInfo; readonly group: AskGroup };

/** The input that one call requires: all of it is answered before the call is repeated. */
export function TogetherGroup({ info, group }: Props) {
  const [busy, setBusy] = useState(false);
  const row = useRow(info.session, group.asks[0]?.seq ?? null);
  const drafts = useAsks((state) => state.drafts);
  const ready = group.asks.map((ask) => {
    const draft =
      drafts[placeKey(placeOf(info, ask.ask))] ?? firstAskDraft(ask, liveInfo(info)?.settings.roots ?? []);
    return { ask, answer: answerOfDraft(askShape(ask), draft) };
  });
  const sendAll = async () => {
    setBusy(true);
    for (const { ask, answer } of ready) if (answer.ok) await sendAnswer(info, ask, answer.value);
    setBusy(false);
  };
  const count = group.asks.length;
  const call = row === undefined ? 'a call' : `${row.method} ${row.target}`.trim();
  return (
    <section aria-label={`Input for ${call}`} className={styles.group}>
      <p className={styles.groupHead}>
        <b>{call}</b> needs {count === 1 ? 'one answer' : `${count} answers`} more. It is repeated with all of
        them under a new id.
      </p>
      <ul>
        {group.asks.map((ask) => (
          <AskItem key={ask.ask} info={info} ask={ask} unfolded />
        ))}
      </ul>
      {count > 1 && (
        <div className={styles.groupSend}>
          <Button
            look="primary"
            disabled={busy || ready.some(({ answer }) => !answer.ok)}
            onClick={() => void sendAll()}
          >
            Send all {count} answers as written
          </Button>
        </div>
      )}
    </section>
  );
}
