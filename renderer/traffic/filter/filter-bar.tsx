import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useMergedRows } from '../../state/log/front-rows.ts';
import { useSessionLog } from '../../state/log/log-mirrors.ts';
import type { SessionLog } from '../../state/log/session-log.ts';
import { focusLog } from '../../state/screen/focus-log.ts';
import { clearFilter, setFilterText } from '../../state/screen/screen-actions.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import line from '../../ui/controls/line-field.module.css';
import { COMPLETIONS, CompletionList, completionId } from './completion-list.tsx';
import styles from './filter-bar.module.css';
import { FILTER_FIELD } from './focus-filter.ts';
import { SavedFiltersMenu } from './saved-filters-menu.tsx';
import { useCompletions } from './use-completions.ts';

type SessionFilterBarProps = {
  readonly session: string;
  /** What stands at the end of the bar. */
  readonly children: ReactNode;
};

/** The filter of one session's log. */
export function SessionFilterBar({ session, children }: SessionFilterBarProps) {
  const log = useSessionLog(session);
  return (
    <FilterBar logs={[log]} hidden={log.visible.hidden}>
      {children}
    </FilterBar>
  );
}

/** The filter of the merged log. */
export function MergedFilterBar() {
  const rows = useMergedRows();
  return <FilterBar logs={rows.sessions.map(({ log }) => log)} hidden={rows.hidden} />;
}

type FilterBarProps = {
  readonly logs: readonly SessionLog[];
  /** How many rows the filter hides. */
  readonly hidden: number;
  readonly children?: ReactNode;
};

/** The filter field, what is wrong with it, and how many rows it hides: that is never left unsaid. */
function FilterBar({ logs, hidden, children }: FilterBarProps) {
  const text = useScreen((state) => state.filterText);
  const tiers = useScreen((state) => state.tiers);
  const fault = useScreen((state) => state.filterFault);
  const field = useRef<HTMLInputElement>(null);
  const completions = useCompletions(field, logs, text);
  const { items, chosen } = completions;
  return (
    <div className={styles.bar}>
      <div className={`${line.field} ${styles.field}`} data-wrong={fault !== '' && items.length === 0}>
        <span className={styles.slash} aria-hidden="true">
          /
        </span>
        <input
          ref={field}
          id={FILTER_FIELD}
          type="text"
          role="combobox"
          aria-label="Filter"
          aria-expanded={items.length > 0}
          aria-controls={COMPLETIONS}
          aria-autocomplete="list"
          aria-activedescendant={chosen < 0 ? undefined : completionId(chosen)}
          aria-invalid={fault !== ''}
          aria-describedby={fault === '' ? undefined : 'filter-fault'}
          placeholder="tier:protocol,tool  -method:ping  dur:>500ms  any words"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setFilterText(event.target.value);
            completions.offer(true);
          }}
          onBlur={() => completions.offer(false)}
          onKeyDown={(event) => {
            if (!completions.key(event)) leave(event, () => completions.offer(true));
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
      <span className={styles.hidden} data-some={hidden > 0}>
        hidden by filter: {hidden.toLocaleString('en')}
      </span>
      {children}
      {fault === '' ? null : (
        <p id="filter-fault" role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

/** Escape empties the field first, then goes back to the log; Enter goes there at once. */
function leave(event: KeyboardEvent<HTMLInputElement>, offer: () => void): void {
  if (event.key === 'ArrowDown') offer();
  else if (event.key === 'Escape' && event.currentTarget.value !== '') setFilterText('');
  else if (event.key === 'Escape' || event.key === 'Enter') focusLog();
  else return;
  event.preventDefault();
}
