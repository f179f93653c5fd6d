import { type KeyboardEvent, useState } from 'react';
import type { Result } from '../../app/base/result.ts';
import type { Ask } from '../../app/contract/ask.ts';
import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { AskAnswer } from '../../app/protocol/ask-answer.ts';
import { Button } from '../controls/button.tsx';
import styles from '../rail/past-calls.module.css';
import { serverKey } from '../rail/saved-calls.ts';
import { type CannedAnswer, deleteAnswer, saveAnswer, useCannedAnswers } from './canned-answers.ts';

type Props = {
  readonly info: SessionInfo;
  readonly ask: Ask;
  /** The answer as it is written now. */
  readonly written: Result<AskAnswer>;
  readonly onLoad: (answer: AskAnswer) => void;
};

/** The answers that were kept under a name for this method of this server: to load, to delete, to add to. */
export function CannedList({ info, ask, written, onLoad }: Props) {
  const server = serverKey(info);
  const all = useCannedAnswers((state) => state.answers);
  const [deleted, setDeleted] = useState<CannedAnswer>();
  const answers = all.filter((one) => one.server === server && one.method === ask.method);
  return (
    <details className={styles.past}>
      <summary>Canned answers{answers.length === 0 ? '' : ` (${answers.length})`}</summary>
      {answers.length > 0 && (
        <ul aria-label={`Canned answers to ${ask.method}`} className={styles.list}>
          {answers.map((one) => (
            <li key={one.name}>
              <button type="button" className={styles.call} onClick={() => onLoad(one.answer)}>
                <b>{one.name}</b>
                <span className={styles.words}>{JSON.stringify(one.answer)}</span>
              </button>
              <Button
                look="icon"
                aria-label={`Delete ${one.name}`}
                onClick={() => {
                  deleteAnswer(one);
                  setDeleted(one);
                }}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      {deleted !== undefined && (
        <p role="status" className={styles.note}>
          Deleted {deleted.name}.{' '}
          <Button
            look="quiet"
            onClick={() => {
              saveAnswer(deleted);
              setDeleted(undefined);
            }}
          >
            Undo
          </Button>
        </p>
      )}
      {written.ok ? (
        <SaveRow onSave={(name) => saveAnswer({ server, method: ask.method, name, answer: written.value })} />
      ) : (
        <p className={styles.note}>An answer that cannot be sent cannot be kept.</p>
      )}
    </details>
  );
}

function SaveRow({ onSave }: { readonly onSave: (name: string) => void }) {
  const [name, setName] = useState('');
  const save = () => {
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter in the form around would send the answer.
    event.preventDefault();
    event.stopPropagation();
    save();
  };
  return (
    <div className={styles.save}>
      <input
        aria-label="Name for this answer"
        placeholder="name for this answer"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button disabled={name.trim() === ''} onClick={save}>
        Keep
      </Button>
    </div>
  );
}
