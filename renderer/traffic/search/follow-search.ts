import { host, settled } from '../../state/host/host.ts';
import { participantNames } from '../../state/log/front-rows.ts';
import type { ScreenState } from '../../state/screen/screen-state.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { SearchRun } from './search-run.ts';
import { FoundRecords, NOTHING_FOUND, useSearch } from './search-store.ts';

const { getState: get, setState: set } = useSearch;

/** Keeps the search true to the find bar, to the tab in front, and to the logs as they grow. */
export function followSearch(): void {
  const run = newRun();
  useSearch.subscribe((state, before) => {
    const same =
      state.text === before.text && state.regex === before.regex && state.matchCase === before.matchCase;
    if (!same || state.open !== before.open) run.restart();
  });
  useScreen.subscribe((state, before) => {
    if (!get().open) return;
    const moved = scope(state).join() !== scope(before).join();
    if (moved || (state.link === 'open') !== (before.link === 'open')) run.restart();
    else if (state.revisions !== before.revisions) run.grew();
  });
}

function newRun(): SearchRun {
  return new SearchRun({
    host: {
      begin: (order) => settled(host().searchBegin(order)),
      next: (search) => settled(host().searchNext({ search })),
      end: (search) => void settled(host().searchEnd({ search })),
    },
    order: () => {
      const { open, text, regex, matchCase } = get();
      const sessions = [...scope(useScreen.getState())];
      if (!open || text === '' || sessions.length === 0 || useScreen.getState().link !== 'open') return null;
      return { sessions, text, regex, matchCase };
    },
    wait: (milliseconds, later) => {
      const timer = setTimeout(later, milliseconds);
      return () => clearTimeout(timer);
    },
    report: {
      cleared: () => set({ ...NOTHING_FOUND, found: new Map(), revision: get().revision + 1 }),
      started: (search, { sessions }) =>
        set({
          search,
          found: new Map(sessions.map((session) => [session, new FoundRecords()])),
          done: false,
        }),
      found: ({ found, scanned, total, faults, done }) => {
        const { revision, found: held } = get();
        for (const { session, seqs } of found) held.get(session)?.add(seqs);
        set({ scanned, total, faults, done, ...(found.length === 0 ? {} : { revision: revision + 1 }) });
      },
      failed: (fault) => set({ fault, done: true }),
    },
  });
}

/** The sessions that are searched: the one in front, or all that take part in the merged log. */
function scope(state: ScreenState): readonly string[] {
  if (state.merged) return participantNames(state);
  return state.active === null ? [] : [state.active];
}
