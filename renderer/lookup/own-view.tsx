import { loadOwnVocabularies, useOwn } from '../state/session/own-vocabularies.ts';
import { Button } from '../ui/controls/button.tsx';
import { setLookup } from './lookup-store.ts';
import own from './own-view.module.css';

/** The user's own vocabularies: where they are, what was read, and what is wrong with a file. */
export function OwnView() {
  const { folder, vocabularies, problems, fault } = useOwn();
  return (
    <div className={own.page}>
      <p>
        Put a JSON file with your servers' codes and reasons into this folder, and they are found and
        explained like the others:
      </p>
      <p>
        <code className={own.folder}>{folder}</code>
      </p>
      <p>
        <Button size="small" onClick={() => void loadOwnVocabularies()}>
          Read the files again
        </Button>
      </p>
      {fault !== '' && <p role="alert">{fault}</p>}
      {problems.length > 0 && (
        <section aria-label="What is wrong" className={own.problems}>
          <h3>What is wrong</h3>
          <ul>
            {problems.map(({ file, message }) => (
              <li key={`${file} ${message}`}>
                <code>{file}</code> {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      {vocabularies.length === 0 && problems.length === 0 && (
        <p className={own.none}>There is no file yet.</p>
      )}
      {vocabularies.map(({ vocabulary, entries }) => (
        <section key={vocabulary.id} aria-label={vocabulary.name} className={own.vocabulary}>
          <h3>
            {vocabulary.name} <code>{vocabulary.id}</code>
          </h3>
          <p className={own.entries}>
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
