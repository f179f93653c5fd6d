import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SavedFilter } from '../../../app/contract/search-commands.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ApplyButton } from './apply-button.tsx';
import { renamed } from './filter-list.ts';
import { keepFilters, useSavedFilters } from './saved-filters.ts';
import styles from './saved-filters-menu.module.css';

type Props = {
  readonly filter: SavedFilter;
  readonly first: boolean;
  readonly last: boolean;
  readonly move: (step: 1 | -1) => void;
  readonly remove: () => void;
};

/** One filter of the user's, with what can be done to it. */
export function SavedFilterRow({ filter, first, last, move, remove }: Props) {
  const [renaming, setRenaming] = useState(false);
  const { name } = filter;
  return (
    <li>
      {renaming ? (
        <RenameField filter={filter} done={() => setRenaming(false)} />
      ) : (
        <ApplyButton filter={filter} />
      )}
      <Tool
        name={`Rename ${name}`}
        path="M2 12h10M3.2 9.3 9.8 2.7l1.9 1.9L5 11.2l-2.4.6z"
        act={() => setRenaming(!renaming)}
      />
      <Tool
        name={`Move ${name} up`}
        path="M7 12V3M3.5 6.3 7 2.8l3.5 3.5"
        disabled={first}
        act={() => move(-1)}
      />
      <Tool
        name={`Move ${name} down`}
        path="M7 2v9M3.5 7.7 7 11.2l3.5-3.5"
        disabled={last}
        act={() => move(1)}
      />
      <Tool name={`Delete ${name}`} path="M3.5 3.5l7 7M10.5 3.5l-7 7" act={remove} />
    </li>
  );
}

function RenameField({ filter, done }: { readonly filter: SavedFilter; readonly done: () => void }) {
  const filters = useSavedFilters((state) => state.filters);
  const [name, setName] = useState(filter.name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const next = name.trim() === '' ? undefined : renamed(filters, filter.name, name.trim());
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') done();
    else if (event.key === 'Enter' && next !== undefined) {
      void keepFilters(next);
      done();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className={styles.rename}>
      <input
        ref={field}
        aria-label={`New name of ${filter.name}`}
        aria-invalid={next === undefined}
        title="Enter keeps the name, Escape the old one"
        maxLength={80}
        spellCheck={false}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={key}
      />
      {next === undefined && name.trim() !== '' ? (
        <small role="alert">Another filter has this name.</small>
      ) : null}
    </span>
  );
}

type ToolProps = {
  readonly name: string;
  readonly path: string;
  readonly disabled?: boolean;
  readonly act: () => void;
};

function Tool({ name, path, disabled = false, act }: ToolProps) {
  return (
    <Button look="icon" aria-label={name} title={name} disabled={disabled} onClick={act}>
      <svg aria-hidden="true" width="12" height="12" viewBox="0 0 14 14" fill="none" stroke="currentColor">
        <path d={path} strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </Button>
  );
}
