import { type KeyboardEvent, useRef } from 'react';
import { FindingsCounter } from '../findings/findings-counter.tsx';
import { focusLog } from '../log/row-navigation.ts';
import { useSessionLog } from '../store/log-mirrors.ts';
import { clearFilter, setFilterText } from '../store/screen-actions.ts';
import { useScreen } from '../store/screen-store.ts';
import { COMPLETIONS, CompletionList, completionId } from './completion-list.tsx';
import styles from './filter-bar.module.css';
import { FILTER_FIELD } from './focus-filter.ts';
import { useCompletions } from './use-completions.ts';

/** The filter field, what is wrong with it, and how many rows it hides: that is never left unsaid. */
export function FilterBar({ session }: { readonly session: string }) {
  const text = useScreen((state) => state.filterText);
  const tiers = useScreen((state) => state.tiers);
  const fault = useScreen((state) => state.filterFault);
  const log = useSessionLog(session);
  const field = useRef<HTMLInputElement>(null);
  const completions = useCompletions(field, log, text);
  const { items, chosen } = completions;
  return (
    <div className={styles.bar}>
      <div className={styles.field} data-wrong={fault !== ''}>
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
          <button type="button" className={styles.clear} onClick={clearFilter}>
            Clear
          </button>
        ) : null}
        {items.length === 0 ? null : (
          <CompletionList items={items} chosen={chosen} accept={completions.accept} />
        )}
      </div>
      <span className={styles.hidden} data-some={log.visible.hidden > 0}>
        hidden by filter: {log.visible.hidden.toLocaleString('en')}
      </span>
      <FindingsCounter session={session} />
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
