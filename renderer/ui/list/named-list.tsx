import { type KeyboardEvent, useState } from 'react';
import { Button, IconButton } from '../kit.tsx';
import styles from './named-list.module.css';

type Named = { readonly name: string };

type Props<Entry extends Named> = {
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly textOf: (entry: Entry) => string;
  readonly onLoad: (entry: Entry) => void;
  readonly onDelete: (entry: Entry) => void;
  readonly onRestore: (entry: Entry) => void;
};

/** Entries saved by name: to load, delete and restore. */
export function NamedList<Entry extends Named>(props: Props<Entry>) {
  const { label, entries, textOf, onLoad, onDelete, onRestore } = props;
  const [deleted, setDeleted] = useState<Entry>();
  const remove = (entry: Entry) => {
    onDelete(entry);
    setDeleted(entry);
  };
  const restore = (entry: Entry) => {
    onRestore(entry);
    setDeleted(undefined);
  };
  return (
    <>
      {entries.length > 0 && (
        <ul aria-label={label} className={styles.list}>
          {entries.map((entry) => (
            <li key={entry.name}>
              <Button look="row" className={styles.call} onClick={() => onLoad(entry)}>
                <b>{entry.name}</b>
                <span className={styles.preview}>{textOf(entry)}</span>
              </Button>
              <IconButton name={`Delete ${entry.name}`} onClick={() => remove(entry)} />
            </li>
          ))}
        </ul>
      )}
      {deleted !== undefined && (
        <p role="status" className={styles.note}>
          Deleted {deleted.name}.{' '}
          <Button look="quiet" onClick={() => restore(deleted)}>
            Undo
          </Button>
        </p>
      )}
    </>
  );
}

type NameFieldProps = {
  /** The noun for the entry to name: `call`. */
  readonly what: string;
  readonly verb: string;
  readonly onSave: (name: string) => void;
};

/** Asks for a name to save the current text under. */
export function NameField({ what, verb, onSave }: NameFieldProps) {
  const [name, setName] = useState('');
  const save = () => {
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would submit the surrounding form.
    event.preventDefault();
    event.stopPropagation();
    save();
  };
  return (
    <div className={styles.save}>
      <input
        aria-label={`Name for this ${what}`}
        placeholder={`name for this ${what}`}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button disabled={name.trim() === ''} onClick={save}>
        {verb}
      </Button>
    </div>
  );
}
