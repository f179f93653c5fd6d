import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import styles from './export-dialog.module.css';
import type { Redaction } from './use-redaction.ts';

/** Every secret that was found, each to be kept by a click, and a field for what was not found. */
export function RedactionPreview({ redaction }: { readonly redaction: Redaction }) {
  const [text, setText] = useState('');
  const { kind, error, secrets, total, choices } = redaction;
  const add = () => {
    if (text.trim() === '') return;
    redaction.add(text.trim());
    setText('');
  };
  return (
    <div className={styles.preview}>
      <p className={styles.hint} role="status">
        {kind === 'waiting'
          ? 'Looking for secrets…'
          : kind === 'failed'
            ? error
            : summary(secrets.length, total)}
      </p>
      {secrets.length === 0 ? null : (
        <ul className={styles.secrets} aria-label="Secrets that were found">
          {secrets.map((secret) => {
            const kept = choices.keep.includes(secret.secret);
            return (
              <li key={secret.secret} data-kept={kept}>
                <label>
                  <input type="checkbox" checked={!kept} onChange={() => redaction.toggle(secret.secret)} />
                  <code>{secret.shown}</code>
                </label>
                <span>{kept ? 'stays' : `<redacted:${secret.number}>`}</span>
                <span>{secret.kind}</span>
                <span title={secret.first}>
                  {secret.places === 1 ? secret.first : `${secret.places} places, first ${secret.first}`}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <input
          aria-label="Also replace"
          placeholder="Also replace this text wherever it stands"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={text.trim() === ''}>
          Add
        </Button>
      </form>
    </div>
  );
}

function summary(secrets: number, total: number): string {
  if (total === 0) return 'No secret was found. Look through the file before you share it all the same.';
  const places = total === 1 ? 'one place' : `${total.toLocaleString('en')} places`;
  return `${secrets === 1 ? 'One secret' : `${secrets} secrets`} in ${places}. Equal secrets get equal numbers. Take the tick away to keep one.`;
}
