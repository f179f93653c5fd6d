import { type KeyboardEvent, useState } from 'react';
import type { ServerRequest } from '../../app/contract/server-request.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { ServerRequestAnswer } from '../../app/protocol/server-request.ts';
import { serverMessage } from '../../app/protocol/server-request.ts';
import { type AskDraft, answerOfDraft, askShape, draftOfAnswer } from '../state/server-requests/ask-draft.ts';
import { placeOf, setAskDraft, useAskDraft } from '../state/server-requests/asks-store.ts';
import { answerAlways, sendAnswer } from './answer-ask.ts';
import { AnswerButtons } from './answer-buttons.tsx';
import styles from './asks.module.css';
import { CannedList } from './canned-list.tsx';
import { SamplingRequest } from './sampling-request.tsx';
import { WayBody } from './way-body.tsx';
import { WaySwitch } from './way-switch.tsx';

type Props = {
  readonly info: SessionInfo;
  readonly ask: ServerRequest;
  /** True where no call waits for the answer any more. */
  readonly over: boolean;
};

/** One ask in full: what the server wants, and its answer by hand, as JSON, as an error, or from a canned one. */
export function AskForm({ info, ask, over }: Props) {
  const shape = askShape(ask);
  const draft = useAskDraft(info, ask);
  const [always, setAlways] = useState(false);
  const [busy, setBusy] = useState(false);
  const written = answerOfDraft(shape, draft);
  const change = (next: AskDraft) => setAskDraft(placeOf(info, ask.ask), next);

  const answer = async (given: ServerRequestAnswer) => {
    setBusy(true);
    if (always) await answerAlways(info, ask, given);
    await sendAnswer(info, ask, given);
    setBusy(false);
  };
  const submit = () => {
    if (written.ok && !busy) void answer(written.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className={styles.form}
      aria-label={`Answer ${ask.method} ${ask.ask}`}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AskSubject ask={ask} />
      <WaySwitch shape={shape} draft={draft} onChange={change} />
      <WayBody info={info} ask={ask} draft={draft} onChange={change} />
      <CannedList
        info={info}
        ask={ask}
        written={written}
        onLoad={(kept) => change(draftOfAnswer(shape, draft, kept))}
      />
      <AnswerButtons
        ask={ask}
        over={over}
        way={draft.way}
        written={written}
        always={always}
        busy={busy}
        onAlways={setAlways}
        onAnswer={(given) => void answer(given)}
      />
    </form>
  );
}

/** What the server says that it wants, before the answer. */
function AskSubject({ ask }: { readonly ask: ServerRequest }) {
  switch (askShape(ask)) {
    case 'values':
    case 'visit':
      return (
        <p className={styles.says}>{serverMessage(ask.method, ask.params) || 'The server says no word.'}</p>
      );
    case 'message':
      return <SamplingRequest params={ask.params} />;
    case 'roots':
      return <p className={styles.says}>The server asks which folders it may work in.</p>;
    case 'nothing':
      return <p className={styles.says}>The server asks whether the client is there.</p>;
  }
}
