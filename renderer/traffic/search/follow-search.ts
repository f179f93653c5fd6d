import type { Result } from '../../../app/base/result.ts';
import type { CommandInput } from '../../../app/contract/commands.ts';
import type { SearchPage } from '../../../app/contract/search-commands.ts';
import { host, settled } from '../../state/host/host.ts';
import { participantNames, viewPager } from '../../state/log/front-view.ts';
import { useShownSearch } from '../../state/log/shown-search.ts';
import { type ScreenState, useScreen } from '../../state/screen/screen-store.ts';
import { jumpToMatch, NOTHING_FOUND, useSearch } from './search.ts';

const { getState: get, setState: set } = useSearch;

/** Keeps the search in sync with the find bar, the active tab and growing logs. */
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

function newRun(): SearchFollower {
  /** True until something is found, or everything was read. */
  let isFresh = false;
  return new SearchFollower({
    host: {
      begin: (order) => settled(host().searchStart(order)),
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
      cleared: () => {
        isFresh = true;
        set(NOTHING_FOUND);
        useShownSearch.setState({ search: null });
      },
      started: (search) => {
        set({ search, done: false });
        useShownSearch.setState({ search });
      },
      found: ({ found, scanned, total, faults, done }) => {
        const isMore = found > get().found;
        set({ scanned, total, faults, done, found });
        if (isMore) viewPager.refresh();
        // Later matches, from a growing log, must not move the selection.
        const jumps = isFresh && found > 0;
        isFresh &&= found === 0 && !done;
        if (jumps) void jumpToMatch();
      },
      failed: (fault) => set({ fault, done: true }),
    },
  });
}

/** The sessions to search: the active one, or all in the merged log. */
function scope(state: ScreenState): readonly string[] {
  if (state.merged) return participantNames(state);
  return state.active === null ? [] : [state.active];
}

/** How long typing must pause before the search starts, in milliseconds. */
const REST_MS = 180;
/** The interval for searching a growing log, in milliseconds. */
const GROWN_MS = 250;

export type SearchOrder = CommandInput<'searchStart'>;

type SearchRunOptions = {
  readonly host: {
    readonly begin: (order: SearchOrder) => Promise<Result<{ readonly search: string }>>;
    readonly next: (search: string) => Promise<Result<SearchPage>>;
    readonly end: (search: string) => void;
  };
  /** The current search; null for none. */
  readonly order: () => SearchOrder | null;
  /** Runs something later; the returned function cancels it. */
  readonly wait: (milliseconds: number, run: () => void) => () => void;
  readonly report: {
    /** Earlier matches are no longer valid. */
    readonly cleared: () => void;
    readonly started: (search: string) => void;
    readonly found: (page: SearchPage) => void;
    /** The search failed, for the reason in this sentence. */
    readonly failed: (sentence: string) => void;
  };
};

/** Each state is a separate object: an answer that finds a different one is outdated. */
type State =
  | { readonly kind: 'idle' }
  /** Waiting for a pause in typing. */
  | { readonly kind: 'resting'; readonly cancel: () => void }
  | { readonly kind: 'starting' }
  /** The host reads page by page; `grew` means that a log grew meanwhile. */
  | { readonly kind: 'reading'; readonly search: string; grew: boolean }
  /** Everything was read; `cancel` cancels the next read, if a log grew. */
  | { readonly kind: 'caught-up'; readonly search: string; cancel: (() => void) | undefined }
  | { readonly kind: 'failed'; readonly search: string };

/** One search at the host at a time: starts after a pause in typing, reads page by page, and follows growing logs. */
export class SearchFollower {
  readonly #options: SearchRunOptions;
  #state: State = { kind: 'idle' };

  constructor(options: SearchRunOptions) {
    this.#options = options;
  }

  get state(): State['kind'] {
    return this.#state.kind;
  }

  /** Abandons the current search, and searches again after a pause. */
  restart(): void {
    this.#leave(this.#state);
    this.#options.report.cleared();
    const cancel = this.#options.wait(REST_MS, () => void this.#start());
    this.#state = { kind: 'resting', cancel };
  }

  /** A log grew: a finished search reads on after a delay. */
  grew(): void {
    const state = this.#state;
    if (state.kind === 'reading') state.grew = true;
    if (state.kind !== 'caught-up' || state.cancel !== undefined) return;
    state.cancel = this.#options.wait(GROWN_MS, () => void this.#read(state.search));
  }

  #leave(state: State): void {
    switch (state.kind) {
      case 'resting':
        state.cancel();
        return;
      case 'caught-up':
        state.cancel?.();
        this.#options.host.end(state.search);
        return;
      case 'reading':
      case 'failed':
        this.#options.host.end(state.search);
        return;
      case 'idle':
      case 'starting':
        // A search that is starting has no name yet: it is ended once it has one.
        return;
    }
  }

  async #start(): Promise<void> {
    const { host, order, report } = this.#options;
    const wanted = order();
    if (wanted === null) {
      this.#state = { kind: 'idle' };
      return;
    }
    const mine: State = { kind: 'starting' };
    this.#state = mine;
    const started = await host.begin(wanted);
    if (this.#state !== mine) {
      if (started.ok) host.end(started.value.search);
      return;
    }
    if (!started.ok) {
      this.#state = { kind: 'idle' };
      report.failed(started.error);
      return;
    }
    report.started(started.value.search);
    await this.#read(started.value.search);
  }

  async #read(search: string): Promise<void> {
    const { host, report } = this.#options;
    const mine: State = { kind: 'reading', search, grew: false };
    this.#state = mine;
    for (let done = false; !done; ) {
      const page = await host.next(search);
      if (this.#state !== mine) return;
      if (!page.ok) {
        this.#state = { kind: 'failed', search };
        report.failed(page.error);
        return;
      }
      report.found(page.value);
      done = page.value.done;
    }
    this.#state = { kind: 'caught-up', search, cancel: undefined };
    if (mine.grew) this.grew();
  }
}
