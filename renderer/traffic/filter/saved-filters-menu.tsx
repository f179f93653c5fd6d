import { Popover } from '@base-ui/react/popover';
import { type FormEvent, useState } from 'react';
import type { SavedFilter } from '../../../app/contract/search-commands.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { PopoverPanel } from '../../ui/controls/popover-panel.tsx';
import { ApplyButton } from './apply-button.tsx';
import { BUILT_IN_FILTERS } from './built-in-filters.ts';
import { hasName, moved, restored, wholeFilter, withFilter } from './filter-list.ts';
import { SavedFilterRow } from './saved-filter-row.tsx';
import { keepFilters, openSavedFilters, useSavedFilters } from './saved-filters.ts';
import styles from './saved-filters-menu.module.css';

/** The user's filters and the built-in ones: to apply, name, rename, order and delete. */
export function SavedFiltersMenu() {
  const open = useSavedFilters((state) => state.open);
  return (
    <Popover.Root open={open} onOpenChange={(wanted) => openSavedFilters(wanted)}>
      <Popover.Trigger render={<Button />} title="Saved filters (s)">
        Saved
      </Popover.Trigger>
      <PopoverPanel title="Saved filters" align="end" className={styles.popup}>
        <SaveForm />
        <OwnFilters />
        <h3 className={styles.head}>Built in</h3>
        <ul>
          {BUILT_IN_FILTERS.map((filter) => (
            <li key={filter.name}>
              <ApplyButton filter={filter} />
            </li>
          ))}
        </ul>
      </PopoverPanel>
    </Popover.Root>
  );
}

/** Names the filter that is in force. */
function SaveForm() {
  const text = useScreen((state) => wholeFilter(state.filterText, state.tiers));
  const fault = useScreen((state) => state.filterFault);
  const filters = useSavedFilters((state) => state.filters);
  const [name, setName] = useState('');
  if (text === '') return <p className={styles.note}>Type a filter first; here it gets a name.</p>;
  if (fault !== '')
    return <p className={styles.note}>The filter in force cannot be read, so it cannot be saved.</p>;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    void keepFilters(withFilter(filters, { name: name.trim(), text }));
    setName('');
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <code className={styles.text}>{text}</code>
      <input
        aria-label="Name for this filter"
        placeholder="Name for this filter"
        maxLength={80}
        spellCheck={false}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="primary" disabled={name.trim() === ''}>
        {hasName(filters, name) ? 'Replace' : 'Save'}
      </Button>
    </form>
  );
}

function OwnFilters() {
  const filters = useSavedFilters((state) => state.filters);
  const [deleted, setDeleted] = useState<{ filter: SavedFilter; at: number } | null>(null);
  return (
    <>
      {filters.length === 0 ? null : <h3 className={styles.head}>Yours</h3>}
      <ul>
        {filters.map((filter, at) => (
          <SavedFilterRow
            key={filter.name}
            filter={filter}
            first={at === 0}
            last={at === filters.length - 1}
            move={(step) => void keepFilters(moved(filters, filter.name, step))}
            remove={() => {
              setDeleted({ filter, at });
              void keepFilters(filters.filter((other) => other !== filter));
            }}
          />
        ))}
      </ul>
      {deleted === null ? null : (
        <p role="status" className={styles.deleted}>
          <span>“{deleted.filter.name}” was deleted.</span>
          <Button
            look="quiet"
            onClick={() => {
              void keepFilters(restored(filters, deleted.filter, deleted.at));
              setDeleted(null);
            }}
          >
            Undo
          </Button>
        </p>
      )}
    </>
  );
}
