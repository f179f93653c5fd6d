import { loadOwnVocabularies, useOwn } from '../state/session/own-vocabularies.ts';
import { Button, kit } from '../ui/kit.tsx';
import { setLookup } from './lookup-store.ts';

/** The user's own vocabularies: where they are, what was read, and what is wrong with a file. */
export function OwnView() {
  const { folder, vocabularies, problems, fault } = useOwn();
  return (
    <div className={`${kit.stack} ${kit.anywhere}`}>
      <p>
        Put a JSON file with your servers' codes and reasons into this folder, and they are found and
        explained like the others:
      </p>
      <p>
        <code className={`${kit.well} ${kit.pad} ${kit.block}`}>{folder}</code>
      </p>
      <p>
        <Button size="small" onClick={() => void loadOwnVocabularies()}>
          Read the files again
        </Button>
      </p>
      {fault !== '' && <p role="alert">{fault}</p>}
      {problems.length > 0 && (
        <section aria-label="What is wrong" data-tone="warning" className={`${kit.card} ${kit.tinted}`}>
          <h3>What is wrong</h3>
          <ul>
            {problems.map(({ file, message }) => (
              <li key={`${file} ${message}`}>
                <code className={kit.strong}>{file}</code> {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      {vocabularies.length === 0 && problems.length === 0 && (
        <p className={kit.mute}>There is no file yet.</p>
      )}
      {vocabularies.map(({ vocabulary, entries }) => (
        <section key={vocabulary.id} aria-label={vocabulary.name} className={kit.card}>
          <h3>
            {vocabulary.name} <small>{vocabulary.id}</small>
          </h3>
          <p className={kit.wrap}>
            {entries.map((entry) => (
              <Button
                size="small"
                key={entry.id}
                title={entry.meaning}
                onClick={() => setLookup({ query: entry.name, view: 'meanings' })}
              >
                {entry.codeText === entry.name ? entry.name : `${entry.codeText} ${entry.name}`}
              </Button>
            ))}
          </p>
        </section>
      ))}
    </div>
  );
}
