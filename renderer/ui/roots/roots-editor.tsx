import { Button } from '../controls/button.tsx';
import { CrossMark } from '../controls/glyph.tsx';
import { folderUri, type Root, rootWarning } from './root-warning.ts';
import styles from './roots-editor.module.css';

type RootsEditorProps = {
  readonly roots: readonly Root[];
  readonly onChange: (roots: readonly Root[]) => void;
  /** The folder of the server, which a button adds as a root. */
  readonly folder?: string;
};

/** The folders that a server may work in. What servers may not take is said beside it; nothing is forbidden. */
export function RootsEditor({ roots, onChange, folder = '' }: RootsEditorProps) {
  const suggested = folderUri(folder);
  const add = (uri: string) => onChange([...roots, { uri, name: '' }]);
  return (
    <fieldset className={styles.roots}>
      <legend>Roots</legend>
      {roots.length === 0 && <p className={styles.note}>No roots: the server gets an empty list.</p>}
      {roots.map((root, index) => (
        <RootRow
          // Roots have no identity of their own, and their rows keep nothing that must move with them.
          key={index}
          number={index + 1}
          root={root}
          warning={rootWarning(root.uri, others(roots, index))}
          onChange={(next) => onChange(roots.with(index, next))}
          onRemove={() => onChange(roots.toSpliced(index, 1))}
        />
      ))}
      <div className={styles.under}>
        <Button onClick={() => add('file:///')}>Add a root</Button>
        {suggested !== '' && !roots.some(({ uri }) => uri === suggested) && (
          <Button onClick={() => add(suggested)}>Add the server's folder</Button>
        )}
      </div>
    </fieldset>
  );
}

type RowProps = {
  readonly number: number;
  readonly root: Root;
  readonly warning: string;
  readonly onChange: (root: Root) => void;
  readonly onRemove: () => void;
};

function RootRow({ number, root, warning, onChange, onRemove }: RowProps) {
  return (
    <div className={styles.root}>
      <input
        aria-label={`URI of root ${number}`}
        placeholder="file:///home/me/project"
        spellCheck={false}
        autoComplete="off"
        maxLength={4096}
        value={root.uri}
        onChange={({ target }) => onChange({ ...root, uri: target.value })}
      />
      <input
        aria-label={`Name of root ${number}`}
        placeholder="name, optional"
        autoComplete="off"
        maxLength={200}
        value={root.name ?? ''}
        onChange={({ target }) => onChange({ ...root, name: target.value })}
      />
      <Button look="icon" aria-label={`Remove root ${number}`} onClick={onRemove}>
        <CrossMark />
      </Button>
      {warning !== '' && (
        <p role="status" className={styles.warning}>
          {warning}
        </p>
      )}
    </div>
  );
}

function others(roots: readonly Root[], index: number): string[] {
  return roots.toSpliced(index, 1).map(({ uri }) => uri);
}
