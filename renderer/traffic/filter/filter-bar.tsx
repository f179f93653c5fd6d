import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import type { RowSort } from '../../../app/frame/view/sorted-rows.ts';
import { clearFilter, setFilterSpan, setFilterText, useFilter } from '../../state/log/filter-store.ts';
import { useFrontView } from '../../state/log/front-view.ts';
import { isText, setLogView, sortBy, useLogView } from '../../state/log/log-view.ts';
import { focusText, giveFocus, useFocusTarget } from '../../state/screen/focus-targets.ts';
import line from '../../ui/controls/line-field.module.css';
import { drawnText } from '../../ui/format/drawn-text.tsx';
import { clockText, counted, formatDuration } from '../../ui/format/quantity-text.ts';
import { Button, CrossMark, Segments } from '../../ui/kit.tsx';
import { COMPLETIONS, CompletionList, completionId, useCompletions } from './completions.tsx';
import styles from './filter-bar.module.css';
import { SavedFiltersMenu } from './saved-filters-menu.tsx';

/** The filter field, its error, the number of hidden rows, and what a row represents. */
export function FilterBar({ children }: { readonly children?: ReactNode }) {
  const passing = useFrontView((state) => state.passing);
  const total = useFrontView((state) => state.total);
  const text = useFilter((state) => state.text);
  const tiers = useFilter((state) => state.tiers);
  const fault = useFilter((state) => state.fault);
  const field = useRef<HTMLInputElement>(null);
  useFocusTarget('filter', field, focusText);
  const completions = useCompletions(field, text);
  const { items, chosen } = completions;
  return (
    <div className={styles.bar}>
      <div className={`${line.field} ${styles.field}`} data-wrong={fault !== '' && items.length === 0}>
        <span className={styles.slash} aria-hidden="true">
          /
        </span>
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Filter"
          aria-expanded={items.length > 0}
          aria-controls={COMPLETIONS}
          aria-autocomplete="list"
          aria-activedescendant={chosen < 0 ? undefined : completionId(chosen)}
          aria-invalid={fault !== ''}
          aria-describedby={fault === '' ? undefined : 'filter-fault'}
          placeholder="Filter: words, tier:, tool:, code:, dur:>…"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setFilterText(event.target.value);
            completions.offer(true);
          }}
          onFocus={() => {
            if (text === '') completions.offer(true);
          }}
          onSelect={completions.follow}
          onBlur={() => completions.offer(false)}
          onKeyDown={(event) => {
            if (!completions.key(event)) leave(event, completions.offer);
          }}
        />
        {text !== '' || tiers.length > 0 ? (
          <Button look="bare" className={styles.clear} onClick={clearFilter}>
            Clear
          </Button>
        ) : null}
        {items.length === 0 ? null : (
          <CompletionList items={items} chosen={chosen} accept={completions.accept} />
        )}
      </div>
      <SavedFiltersMenu />
      <Chips />
      {passing === total ? null : (
        <span className={styles.hidden}>
          {passing.toLocaleString('en')} of {counted(total, 'row')}
        </span>
      )}
      <RowsChoice />
      {children}
      {fault === '' ? null : (
        <p id="filter-fault" role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

/** Restrictions and orders other than the text, each removed by a click. */
function Chips() {
  const { tiers, span, problem } = useFilter();
  const sort = useLogView((state) => state.sort);
  const time = span && `${clockText(span.from)} + ${formatDuration(span.to - span.from)}`;
  return (
    <>
      {problem && (
        <Chip
          text={problem.label}
          end="show all problems"
          remove={() => useFilter.setState({ problem: null })}
        />
      )}
      {tiers.length === 0 ? null : (
        <Chip
          text={`${tiers.join(', ')} errors`}
          end="show all tiers"
          remove={() => useFilter.setState({ tiers: [] })}
        />
      )}
      {time === null ? null : <Chip text={time} end="show all times" remove={() => setFilterSpan(null)} />}
      {sort && (
        <Chip
          text={sortText(sort)}
          end="sort by time; rows without one stand last"
          remove={() => sortBy(null)}
        />
      )}
    </>
  );
}

function sortText({ by, falls }: RowSort): string {
  if (isText(by)) return `sorted by ${by}, ${falls ? 'Z to A' : 'A to Z'}`;
  return `sorted by ${by}, ${falls ? 'descending' : 'ascending'}`;
}

type ChipProps = { readonly text: string; readonly end: string; readonly remove: () => void };

function Chip({ text, end, remove }: ChipProps) {
  return (
    <Button
      look="bare"
      className={styles.chip}
      aria-label={`${text}: ${end}`}
      title={visibleText(`${text}. Click: ${end}`)}
      onClick={remove}
    >
      <span>{drawnText(text)}</span>
      <CrossMark />
    </Button>
  );
}

function RowsChoice() {
  const rows = useLogView((state) => state.rows);
  return (
    <Segments
      label="A row for each"
      options={[
        ['calls', 'Calls'],
        ['frames', 'Frames'],
      ]}
      value={rows}
      onChange={(chosen) => setLogView({ rows: chosen })}
    />
  );
}

/** Escape first clears the field, then returns to the log; Enter returns at once. */
function leave(event: KeyboardEvent<HTMLInputElement>, offer: (open: boolean) => void): void {
  if (event.key === 'ArrowDown') offer(true);
  else if (event.key === 'Escape' && event.currentTarget.value !== '') {
    setFilterText('');
    offer(false);
  } else if (event.key === 'Escape' || event.key === 'Enter') giveFocus('log');
  else return;
  event.preventDefault();
}
