import { type KeyboardEvent, type ReactNode, type RefObject, useMemo, useState } from 'react';
import type { SavedFilter } from '../../../app/contract/search-commands.ts';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import { ALL_RULES } from '../../../app/findings/all-rules.ts';
import {
  type CompletionSource,
  completeQuery,
  type NamedValue,
  type QueryCompletion,
} from '../../../app/frame/query/complete-query.ts';
import { setFilterText } from '../../state/log/filter-store.ts';
import { useFrontView } from '../../state/log/front-view.ts';
import type { SessionLog } from '../../state/log/log-mirrors.ts';
import { sessionLog } from '../../state/log/log-mirrors.ts';
import { useProblems } from '../../state/problems/problems-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { useInSight } from '../../ui/list/roving-focus.ts';
import styles from './filter-bar.module.css';
import { applyFilter, BUILT_IN_FILTERS, useSavedFilters } from './saved-filters-menu.tsx';

const SHOWN = 14;

/** A completion, or a whole filter that replaces the current one. */
type FilterOffer = QueryCompletion & { readonly filter?: SavedFilter };

/** Completions of the filter field: arrow keys select, Tab or Enter accepts, Escape closes. */
export function useCompletions(field: RefObject<HTMLInputElement | null>, text: string) {
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(-1);
  const open = caret !== null;
  // Read once when the list opens: a growing log must not move the options under the pointer.
  const vocabulary = useMemo(() => (open ? logVocabulary(useScreen.getState().sessions) : undefined), [open]);
  const completions =
    caret === null || vocabulary === undefined ? undefined : completeQuery(text, caret, vocabulary);
  const saved = useSavedFilters((state) => state.filters);
  const items = offers(completions?.items ?? [], text === '' ? saved : undefined);

  const offer = (wanted: boolean) => {
    setCaret(wanted ? (field.current?.selectionStart ?? null) : null);
    setChosen(-1);
  };
  const follow = () => {
    if (open && field.current?.selectionStart !== caret) offer(true);
  };
  const accept = (item: FilterOffer) => {
    if (item.filter !== undefined) return applyFilter(item.filter);
    if (completions === undefined) return;
    const rest = text.slice(completions.to);
    // A value follows its key directly, and the blank before the next term stays.
    const isKey = item.insert.endsWith(':');
    const head = `${text.slice(0, completions.from)}${item.insert}${isKey ? '' : ' '}`;
    setFilterText(head + (isKey ? rest : rest.trimStart()));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(head.length, head.length);
      offer(true);
    });
  };
  const key = (event: KeyboardEvent) => {
    const { length } = items;
    if (length === 0) return false;
    const current = items[chosen];
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % length);
    else if (event.key === 'ArrowUp') setChosen(chosen <= 0 ? length - 1 : chosen - 1);
    else if ((event.key === 'Tab' || event.key === 'Enter') && current !== undefined) accept(current);
    else if (event.key === 'Escape') offer(false);
    else return false;
    event.preventDefault();
    return true;
  };
  return { items, chosen, offer, follow, accept, key };
}

/** The best completions; in an empty field all of them, followed by the user's filters and the built-in ones. */
function offers(
  completions: readonly QueryCompletion[],
  saved: readonly SavedFilter[] | undefined,
): readonly FilterOffer[] {
  if (saved === undefined || completions.length === 0) return completions.slice(0, SHOWN);
  const whole = [...saved, ...BUILT_IN_FILTERS];
  return [...completions, ...whole.map((filter) => ({ insert: filter.text, meaning: filter.text, filter }))];
}

/** How many rows are read for completions: the newest of a long log. */
const READ_ROWS = 4000;
const MAX_TEXTS = 40;

type SeenTexts = {
  readonly methods: Set<string>;
  readonly tools: Set<string>;
  readonly codes: Set<string>;
  /** Newest first, without duplicates. */
  readonly ids: Set<string>;
  readonly texts: Set<string>;
};

function logVocabulary(sessions: readonly SessionInfo[]): CompletionSource {
  const logs = useFrontView.getState().sessions.map(sessionLog);
  const seen: SeenTexts = {
    methods: new Set(),
    tools: new Set(),
    codes: new Set(),
    ids: new Set(),
    texts: new Set(),
  };
  for (const log of logs) readTexts(log, Math.floor(READ_ROWS / logs.length), seen);
  return {
    methods: [...seen.methods].sort(),
    tools: [...seen.tools].sort(),
    codes: [...seen.codes].sort(),
    ids: [...seen.ids],
    texts: [...seen.texts],
    sessions: sessionValues(sessions),
    rules: ruleValues(logs),
    problems: problemValues(),
  };
}

function readTexts({ mirror: { table } }: SessionLog, most: number, seen: SeenTexts): void {
  for (let index = table.length - 1; index >= Math.max(0, table.length - most); index -= 1) {
    const row = table.row(index);
    if (row === undefined || row.kind !== 'frame' || row.shape === 'invalid') continue;
    if (row.method !== '') seen.methods.add(row.method);
    if (row.method === 'tools/call' && row.target !== '') seen.tools.add(row.target);
    if (row.code !== '') seen.codes.add(row.code);
    if (row.id !== '') seen.ids.add(row.id.replace(/^"(.*)"$/, '$1'));
    if (row.tier !== 'ok' && row.text !== '' && seen.texts.size < MAX_TEXTS) seen.texts.add(row.text);
  }
}

/** Each label, and each tab's own name if sessions share labels. */
function sessionValues(sessions: readonly SessionInfo[]): NamedValue[] {
  const labels = [...new Set(sessions.map(({ label }) => label))].map((label) => {
    const own = sessions.filter((info) => info.label === label);
    return { value: label, meaning: own.length > 1 ? `${own.length} sessions` : (own[0]?.session ?? '') };
  });
  return [...labels, ...sessions.map(({ session, label }) => ({ value: session, meaning: label }))];
}

/** Rules with a finding in these logs come first. */
function ruleValues(logs: readonly SessionLog[]): NamedValue[] {
  const counts = new Map<string, number>();
  for (const { findings } of logs) {
    for (const [rule, count] of Object.entries(findings.counts.rules))
      counts.set(rule, (counts.get(rule) ?? 0) + count);
  }
  const named = ALL_RULES.map(({ id, title }) => ({ id, title, count: counts.get(id) ?? 0 }));
  return [...named.filter(({ count }) => count > 0), ...named.filter(({ count }) => count === 0)].map(
    ({ id, title, count }) => ({ value: id, meaning: count === 0 ? title : `${title} (${count} here)` }),
  );
}

function problemValues(): NamedValue[] {
  const lists = Object.values(useProblems.getState().held).flatMap(({ list }) => list?.problems ?? []);
  const titles = new Map(lists.map(({ id, title }) => [id, title]));
  return [...titles].map(([value, meaning]) => ({ value, meaning }));
}

export const COMPLETIONS = 'filter-completions';

export function completionId(index: number): string {
  return `${COMPLETIONS}-${index}`;
}

type Props = {
  readonly items: readonly FilterOffer[];
  readonly chosen: number;
  readonly accept: (item: FilterOffer) => void;
};

/** The completions at the caret, with whole filters below; the field keeps the focus. */
export function CompletionList({ items, chosen, accept }: Props) {
  const options = items.map((item, index) => (
    <Option
      key={item.filter?.name ?? item.insert}
      item={item}
      id={completionId(index)}
      chosen={index === chosen}
      accept={accept}
    />
  ));
  const whole = items.findIndex(({ filter }) => filter !== undefined);
  return (
    // It scrolls, but Tab must skip it: when the field loses the focus, the list closes.
    <div
      id={COMPLETIONS}
      role="listbox"
      aria-label="Completions"
      tabIndex={-1}
      className={styles.list}
      data-start={whole >= 0}
      onPointerDown={(event) => event.preventDefault()}
    >
      {whole < 0 ? (
        options
      ) : (
        <>
          <Group label="Keys">{options.slice(0, whole)}</Group>
          <Group label="Filters">{options.slice(whole)}</Group>
        </>
      )}
    </div>
  );
}

function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list of options
    <div role="group" aria-label={label}>
      <div aria-hidden="true" className={styles.head}>
        {label}
      </div>
      {children}
    </div>
  );
}

type OptionProps = {
  readonly item: FilterOffer;
  readonly id: string;
  readonly chosen: boolean;
  readonly accept: (item: FilterOffer) => void;
};

function Option({ item, id, chosen, accept }: OptionProps) {
  const element = useInSight<HTMLDivElement>(chosen);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field chooses and accepts by keys
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={styles.item}
      onClick={() => accept(item)}
    >
      {item.filter === undefined ? <code>{item.insert}</code> : <b>{item.filter.name}</b>}
      <span>{item.meaning}</span>
    </div>
  );
}
