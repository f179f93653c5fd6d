import { host, settled } from '../../state/host/host.ts';
import { participantNames } from '../../state/log/front-rows.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { FoundRecords } from './found-records.ts';
import { NOTHING_FOUND, useSearch } from './search-store.ts';

/** How long a typed text rests before it is searched for, in milliseconds. */
const REST_MS = 180;
/** How often a growing log is searched further, in milliseconds. */
const GROWN_MS = 250;

const { getState: get, setState: set } = useSearch;

let resting: ReturnType<typeof setTimeout> | undefined;
let grown: ReturnType<typeof setTimeout> | undefined;
let life = 0;
let asking = false;

/** Keeps the search true to the find bar, to the tab in front, and to the logs as they grow. */
export function followSearch(): void {
  useSearch.subscribe((state, before) => {
    const same =
      state.text === before.text && state.regex === before.regex && state.matchCase === before.matchCase;
    if (!same || state.open !== before.open) beginSoon();
  });
  useScreen.subscribe((state, before) => {
    if (!get().open) return;
    if (scope(state).join() !== scope(before).join() || (state.link === 'open') !== (before.link === 'open'))
      beginSoon();
    else if (state.revisions !== before.revisions) askSoon();
  });
}

/** The sessions that are searched: the one in front, or all that take part in the merged log. */
function scope(state: ReturnType<typeof useScreen.getState>): readonly string[] {
  if (state.merged) return participantNames(state);
  return state.active === null ? [] : [state.active];
}

function beginSoon(): void {
  clearTimeout(resting);
  endSearch();
  resting = setTimeout(() => void begin(), REST_MS);
}

function endSearch(): void {
  const { search, revision } = get();
  life += 1;
  asking = false;
  if (search !== null) void settled(host().searchEnd({ search }));
  set({ ...NOTHING_FOUND, found: new Map(), revision: revision + 1 });
}

async function begin(): Promise<void> {
  const { open, text, regex, matchCase } = get();
  const sessions = [...scope(useScreen.getState())];
  if (!open || text === '' || sessions.length === 0 || useScreen.getState().link !== 'open') return;
  const mine = life;
  const begun = await settled(host().searchBegin({ sessions, text, regex, matchCase }));
  if (mine !== life) {
    if (begun.ok) void settled(host().searchEnd({ search: begun.value.search }));
    return;
  }
  if (!begun.ok) return set({ fault: begun.error });
  set({
    search: begun.value.search,
    found: new Map(sessions.map((session) => [session, new FoundRecords()])),
    done: false,
  });
  await ask();
}

function askSoon(): void {
  if (grown !== undefined || get().search === null) return;
  grown = setTimeout(() => {
    grown = undefined;
    void ask();
  }, GROWN_MS);
}

/** Asks for what was found until the host has read everything that there is. */
async function ask(): Promise<void> {
  const { search, fault } = get();
  if (search === null || fault !== '' || asking) return;
  asking = true;
  const mine = life;
  for (let done = false; !done; ) {
    const page = await settled(host().searchNext({ search }));
    if (mine !== life) return;
    if (!page.ok) {
      set({ fault: page.error, done: true });
      break;
    }
    const { found, scanned, total, faults } = page.value;
    const { revision, found: held } = get();
    for (const { session, seqs } of found) held.get(session)?.add(seqs);
    done = page.value.done;
    set({ scanned, total, faults, done, ...(found.length === 0 ? {} : { revision: revision + 1 }) });
  }
  asking = false;
}
