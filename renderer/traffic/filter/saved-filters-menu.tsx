import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { SavedFilter } from '../../../app/contract/search-commands.ts';
import type { ErrorTier } from '../../../app/frame/tier.ts';
import { host, settled } from '../../state/host/host.ts';
import { useFilter } from '../../state/log/filter-store.ts';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import { isAnyOpen, notify, useScreen } from '../../state/screen/screen-store.ts';
import { type Action, actionsOf } from '../../ui/controls/action.ts';
import { Form } from '../../ui/controls/fields.tsx';
import { PopoverPanel } from '../../ui/controls/menus.tsx';
import { Button } from '../../ui/kit.tsx';
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

function SaveForm() {
  const text = useFilter(({ text, tiers }) => fullFilter(text, tiers));
  const fault = useFilter((state) => state.fault);
  const filters = useSavedFilters((state) => state.filters);
  const [name, setName] = useState('');
  if (text === '') return <p className={styles.note}>Type a filter first, then name it here.</p>;
  if (fault !== '')
    return <p className={styles.note}>The filter in force cannot be read, so it cannot be saved.</p>;
  const save = () => {
    if (name.trim() === '') return;
    void keepFilters(withFilter(filters, { name: name.trim(), text }));
    setName('');
  };
  return (
    <Form className={styles.form} onSubmit={save}>
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
    </Form>
  );
}

function OwnFilters() {
  const filters = useSavedFilters((state) => state.filters);
  const [deleted, setDeleted] = useState<{ filter: SavedFilter; at: number } | null>(null);
  const remove = async (filter: SavedFilter, at: number) => {
    if (await keepFilters(filters.filter((other) => other !== filter))) setDeleted({ filter, at });
  };
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
            remove={() => void remove(filter, at)}
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

type Props = {
  readonly filter: SavedFilter;
  readonly first: boolean;
  readonly last: boolean;
  readonly move: (step: 1 | -1) => void;
  readonly remove: () => void;
};

function SavedFilterRow({ filter, first, last, move, remove }: Props) {
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

function ApplyButton({ filter }: { readonly filter: SavedFilter }) {
  return (
    <Button look="row" className={styles.apply} onClick={() => applyFilter(filter)}>
      <span>{filter.name}</span>
      <code>{filter.text}</code>
    </Button>
  );
}

export const useSavedFilters = create<{ readonly filters: readonly SavedFilter[]; readonly open: boolean }>(
  () => ({ filters: [], open: false }),
);

/** Loads the list whenever the host is connected. */
export function followSavedFilters(): void {
  useScreen.subscribe((state, before) => {
    if (state.link === 'open' && before.link !== 'open') void load();
  });
}

async function load(): Promise<void> {
  const listed = await settled(host().listFilters({}));
  if (listed.ok) useSavedFilters.setState({ filters: listed.value });
  else notify({ level: 'error', text: `The saved filters cannot be read. ${listed.error}` });
}

/** Replaces the list here and at the host; on failure shows a notice, changes nothing and returns false. */
async function keepFilters(filters: readonly SavedFilter[]): Promise<boolean> {
  const before = useSavedFilters.getState().filters;
  useSavedFilters.setState({ filters });
  const kept = await settled(host().saveFilters({ filters: [...filters] }));
  if (kept.ok) return true;
  useSavedFilters.setState({ filters: before });
  notify({ level: 'error', text: `The filters were not saved. ${kept.error}` });
  return false;
}

export function applyFilter(filter: SavedFilter): void {
  useFilter.setState({ text: filter.text, tiers: [] });
  useSavedFilters.setState({ open: false });
  giveFocus('log');
}

function openSavedFilters(open: boolean): void {
  useSavedFilters.setState({ open });
}

export function filterActions(): Action[] {
  const { filters } = useSavedFilters.getState();
  return [...filters, ...BUILT_IN_FILTERS].map((filter) => ({
    group: 'Filters',
    title: `Filter: ${filter.name}`,
    detail: filter.text,
    run: () => applyFilter(filter),
  }));
}

export const FILTER_ACTIONS = actionsOf('Filters', [
  ['Saved filters', 's', () => openSavedFilters(true), isAnyOpen],
]);

type Filters = readonly SavedFilter[];

/** The current filter as one text, with the pressed counters as a term. */
export function fullFilter(text: string, tiers: readonly ErrorTier[]): string {
  const typed = text.trim();
  if (tiers.length === 0) return typed;
  const head = `tier:${tiers.join(',')}`;
  if (typed === '') return head;
  return /(^|\s)or(\s|$)/i.test(typed) ? `${head} (${typed})` : `${head} ${typed}`;
}

/** The list with a filter added at its end, or replacing the one with its name. */
export function withFilter(filters: Filters, added: SavedFilter): Filters {
  if (!hasName(filters, added.name)) return [...filters, added];
  return filters.map((one) => (sameName(one.name, added.name) ? added : one));
}

function hasName(filters: Filters, name: string): boolean {
  return filters.some((one) => sameName(one.name, name));
}

/** The list with a filter renamed; undefined if the name is taken. */
export function renamed(filters: Filters, from: string, to: string): Filters | undefined {
  if (!sameName(from, to) && hasName(filters, to)) return undefined;
  return filters.map((one) => (one.name === from ? { ...one, name: to } : one));
}

/** The list with a filter moved one place up (-1) or down (1), if possible. */
export function moved(filters: Filters, name: string, step: 1 | -1): Filters {
  const at = filters.findIndex((one) => one.name === name);
  const [one, other] = [filters[at], filters[at + step]];
  if (one === undefined || other === undefined) return filters;
  const next = [...filters];
  next[at] = other;
  next[at + step] = one;
  return next;
}

/** The list with a filter restored at its former place. */
export function restored(filters: Filters, filter: SavedFilter, at: number): Filters {
  return hasName(filters, filter.name) ? filters : [...filters.slice(0, at), filter, ...filters.slice(at)];
}

function sameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

export const BUILT_IN_FILTERS: readonly SavedFilter[] = [
  { name: 'Errors only', text: 'tier:tool,protocol,client,transport' },
  { name: 'Slow calls', text: 'dur:>1s' },
  { name: 'Large frames', text: 'size:>100kb' },
  { name: 'Never answered', text: 'outcome:pending,lost,timed-out,cancelled' },
  { name: 'Rows with findings', text: 'rule:*' },
  { name: 'Calls with stderr', text: 'has:stderr' },
  { name: 'Raw messages and their answers', text: 'is:raw,expected' },
  { name: 'Asked by the server', text: 'kind:request dir:in' },
  { name: 'Without pings and notifications', text: '-method:ping -kind:notification' },
];
