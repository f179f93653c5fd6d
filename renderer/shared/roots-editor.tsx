import type { SessionSettings } from '../../app/protocol/session-settings.ts';
import { StatusText } from '../ui/controls/fields.tsx';
import { Button, IconButton, kit } from '../ui/kit.tsx';
import styles from './roots-editor.module.css';

type RootsEditorProps = {
  readonly roots: readonly Root[];
  readonly onChange: (roots: readonly Root[]) => void;
  /** The server's folder, which a button adds as a root. */
  readonly folder?: string;
};

/** The folders that a server may work in. Roots that servers may reject get a warning, but are allowed. */
export function RootsEditor({ roots, onChange, folder = '' }: RootsEditorProps) {
  const suggested = folderUri(folder);
  const add = (uri: string) => onChange([...roots, { uri, name: '' }]);
  return (
    <fieldset className={kit.group}>
      <legend>Roots</legend>
      {roots.length === 0 && <p className={kit.mute}>No roots: the server gets an empty list.</p>}
      {roots.map((root, index) => (
        <RootRow
          // Roots have no identity, and their rows keep no state that must move with them.
          key={index}
          number={index + 1}
          root={root}
          warning={rootWarning(
            root.uri,
            roots.toSpliced(index, 1).map(({ uri }) => uri),
          )}
          onChange={(next) => onChange(roots.with(index, next))}
          onRemove={() => onChange(roots.toSpliced(index, 1))}
        />
      ))}
      <div className={kit.wrap}>
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
      <IconButton name={`Remove root ${number}`} onClick={onRemove} />
      <StatusText text={warning} className={`${kit.note} ${kit.warning}`} />
    </div>
  );
}

export type Root = SessionSettings['roots'][number];

/** A warning about a root that servers may reject; empty for none. Such a root is still allowed. */
export function rootWarning(uri: string, others: readonly string[]): string {
  if (uri.trim() === '') return 'A root without a URI is left out.';
  if (uri !== uri.trim()) return 'There are spaces around the URI.';
  if (!URL.canParse(uri)) return 'This is no URI. A folder is written as file:///home/me/project.';
  const { protocol, hostname, search, hash, pathname } = new URL(uri);
  // 2025-11-25, client/roots.mdx: `uri` must be a file:// URI in the current specification.
  if (protocol !== 'file:') return `The specification allows file:// URIs only, and this is ${protocol}`;
  if (!uri.startsWith('file://')) return 'A file URI begins with file://.';
  if (hostname !== '') return `This names a folder on the machine ${hostname}; for this one write file:///…`;
  if (search !== '' || hash !== '') return 'A ? or # begins another part: write %3F or %23 in a name.';
  if (pathname.includes('/../') || uri.includes('/..')) return 'Servers may refuse a path with “..”.';
  if (pathname === '/') return 'This is the whole disk.';
  return others.includes(uri) ? 'This root is there twice.' : '';
}

/** A folder as a file URI; empty for a relative path. */
export function folderUri(folder: string): string {
  const slashes = folder.replaceAll('\\', '/');
  const path = /^[a-z]:\//i.test(slashes) ? `/${slashes}` : slashes;
  if (!path.startsWith('/')) return '';
  return `file://${path
    .split('/')
    .map(encodeURIComponent)
    .join('/')
    .replace(/^\/([a-z])%3A\//i, '/$1:/')}`;
}

/** The roots for the host: without empty URIs and names. */
export function configuredRoots(roots: readonly Root[]): Root[] {
  return roots
    .filter(({ uri }) => uri.trim() !== '')
    .map(({ uri, name }) => (name === undefined || name === '' ? { uri } : { uri, name }));
}
