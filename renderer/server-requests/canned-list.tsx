import type { Result } from '../../app/base/result.ts';
import type { ServerRequest } from '../../app/contract/server-request.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { ServerRequestAnswer } from '../../app/protocol/server-request.ts';
import { serverKey } from '../state/server/saved-calls.ts';
import { deleteAnswer, saveAnswer, useCannedAnswers } from '../state/server-requests/canned-answers.ts';
import { NamedList, NameField } from '../ui/controls/named-list.tsx';
import styles from '../ui/controls/past-calls.module.css';

type Props = {
  readonly info: SessionInfo;
  readonly ask: ServerRequest;
  /** The answer as it is written now. */
  readonly written: Result<ServerRequestAnswer>;
  readonly onLoad: (answer: ServerRequestAnswer) => void;
};

/** The answers that were kept under a name for this method of this server: to load, to delete, to add to. */
export function CannedList({ info, ask, written, onLoad }: Props) {
  const server = serverKey(info);
  const all = useCannedAnswers((state) => state.answers);
  const answers = all.filter((one) => one.server === server && one.method === ask.method);
  return (
    <details>
      <summary>Canned answers{answers.length === 0 ? '' : ` (${answers.length})`}</summary>
      <NamedList
        label={`Canned answers to ${ask.method}`}
        entries={answers}
        words={(one) => JSON.stringify(one.answer)}
        onLoad={(one) => onLoad(one.answer)}
        onDelete={deleteAnswer}
        onRestore={saveAnswer}
      />
      {written.ok ? (
        <NameField
          what="answer"
          verb="Keep"
          onSave={(name) => saveAnswer({ server, method: ask.method, name, answer: written.value })}
        />
      ) : (
        <p className={styles.note}>An answer that cannot be sent cannot be kept.</p>
      )}
    </details>
  );
}
