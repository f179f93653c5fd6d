import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok, type Result } from '../../../app/base/result.ts';
import type { Commands } from '../../../app/contract/commands.ts';
import type { SearchPage } from '../../../app/contract/search-commands.ts';
import { attachHost } from '../../state/host/host.ts';
import { useFrontView } from '../../state/log/front-view.ts';
import { selectRow, useScreen } from '../../state/screen/screen-store.ts';
import { followSearch, SearchFollower, type SearchOrder } from './follow-search.ts';
import { useSearch } from './search.ts';

const ORDER: SearchOrder = { sessions: ['s1'], text: 'late', regex: false, matchCase: false };

function page(found: number, done: boolean): Result<SearchPage> {
  return ok({ found, scanned: found, total: 9, done, faults: [] });
}

/** A host that answers when the test says so, and a clock that the test moves. */
class ScriptedHost {
  order: SearchOrder | null = ORDER;
  readonly ended: string[] = [];
  readonly reports: string[] = [];
  readonly timers = new Map<() => void, number>();
  readonly begins: ((answer: Result<{ search: string }>) => void)[] = [];
  readonly nexts: ((answer: Result<SearchPage>) => void)[] = [];
  readonly run = new SearchFollower({
    host: {
      begin: () => new Promise((answer) => this.begins.push(answer)),
      next: () => new Promise((answer) => this.nexts.push(answer)),
      end: (search) => void this.ended.push(search),
    },
    order: () => this.order,
    wait: (milliseconds, later) => {
      this.timers.set(later, milliseconds);
      return () => this.timers.delete(later);
    },
    report: {
      cleared: () => void this.reports.push('cleared'),
      started: (search) => void this.reports.push(`started ${search}`),
      found: ({ found }) => void this.reports.push(`found ${found}`),
      failed: (sentence) => void this.reports.push(`failed: ${sentence}`),
    },
  });

  /** Fires every pending timer. */
  async pass(): Promise<void> {
    const due = [...this.timers.keys()];
    this.timers.clear();
    for (const later of due) later();
    await settle();
  }

  async begin(answer: Result<{ search: string }>): Promise<void> {
    this.begins.shift()?.(answer);
    await settle();
  }

  async next(answer: Result<SearchPage>): Promise<void> {
    this.nexts.shift()?.(answer);
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
}

let search = new ScriptedHost();
beforeEach(() => {
  search = new ScriptedHost();
});

describe('a search at the host', () => {
  it('starts when the text has rested, once for many keys', async () => {
    for (let key = 0; key < 4; key += 1) search.run.restart();
    expect([...search.timers.values()]).toEqual([180]);
    await search.pass();
    expect(search.begins).toHaveLength(1);
    expect(search.run.state).toBe('starting');
  });

  it('does nothing while there is nothing to search for', async () => {
    search.order = null;
    search.run.restart();
    await search.pass();
    expect(search.begins).toHaveLength(0);
    expect(search.run.state).toBe('idle');
  });

  it('reads page by page to the end', async () => {
    search.run.restart();
    await search.pass();
    await search.begin(ok({ search: 'a' }));
    await search.next(page(2, false));
    expect(search.run.state).toBe('reading');
    await search.next(page(3, true));
    expect(search.reports).toEqual(['cleared', 'started a', 'found 2', 'found 3']);
    expect(search.nexts).toHaveLength(0);
    expect(search.run.state).toBe('caught-up');
  });

  it('looks again after a while when a log grew, once for many rows', async () => {
    search.run.restart();
    await search.pass();
    await search.begin(ok({ search: 'a' }));
    await search.next(page(1, true));
    for (let row = 0; row < 5; row += 1) search.run.grew();
    expect([...search.timers.values()]).toEqual([250]);
    await search.pass();
    await search.next(page(2, true));
    expect(search.reports.at(-1)).toBe('found 2');
  });

  it('looks again when a log grew while the last page was on its way', async () => {
    search.run.restart();
    await search.pass();
    await search.begin(ok({ search: 'a' }));
    search.run.grew();
    expect(search.timers.size).toBe(0);
    await search.next(page(1, true));
    expect([...search.timers.values()]).toEqual([250]);
  });

  it('forgets a page of a search that was given up, and ends that search', async () => {
    search.run.restart();
    await search.pass();
    await search.begin(ok({ search: 'a' }));
    search.run.restart();
    expect(search.ended).toEqual(['a']);
    await search.next(page(1, true));
    expect(search.reports).toEqual(['cleared', 'started a', 'cleared']);
    expect(search.run.state).toBe('resting');
  });

  it('ends a search that got its name after it was given up', async () => {
    search.run.restart();
    await search.pass();
    search.run.restart();
    expect(search.ended).toEqual([]);
    await search.begin(ok({ search: 'late' }));
    expect(search.ended).toEqual(['late']);
    expect(search.reports).toEqual(['cleared', 'cleared']);
  });

  it('does not look again for a search that was given up while it waited', async () => {
    search.run.restart();
    await search.pass();
    await search.begin(ok({ search: 'a' }));
    await search.next(page(1, true));
    search.run.grew();
    search.order = null;
    search.run.restart();
    await search.pass();
    expect(search.nexts).toHaveLength(0);
    expect(search.ended).toEqual(['a']);
  });

  it('says why it cannot start, and why it cannot go on; then growth changes nothing', async () => {
    search.run.restart();
    await search.pass();
    await search.begin(err('No such session.'));
    expect(search.run.state).toBe('idle');
    search.run.restart();
    await search.pass();
    await search.begin(ok({ search: 'b' }));
    await search.next(err('The expression takes too long.'));
    search.run.grew();
    expect(search.timers.size).toBe(0);
    expect(search.run.state).toBe('failed');
    expect(search.reports).toEqual([
      'cleared',
      'failed: No such session.',
      'cleared',
      'started b',
      'failed: The expression takes too long.',
    ]);
    search.run.restart();
    expect(search.ended).toEqual(['b']);
  });
});

describe('the log while a text is searched for', () => {
  const pages: Result<SearchPage>[] = [];
  const selected = () => useScreen.getState().views.s1?.selected ?? null;
  let revision = 0;

  /** Lets the typing pause, or the log grow, and the host answer with this page. */
  async function read(next: Result<SearchPage>): Promise<void> {
    pages.push(next);
    revision += 1;
    useScreen.setState({ revisions: { s1: revision } });
    await vi.advanceTimersByTimeAsync(300);
    expect(pages).toEqual([]);
  }

  beforeAll(() => {
    attachHost({
      searchStart: () => Promise.resolve(ok({ search: 'a' })),
      searchNext: () => Promise.resolve(pages.shift() ?? err('no page')),
      searchEnd: () => Promise.resolve(ok(null)),
      viewMatch: () => Promise.resolve(ok({ count: 1, at: 0, hidden: 0 })),
      viewNext: () => Promise.resolve(ok({ session: 's1', seq: 4, index: 3, at: 4, position: 3, from: 3 })),
    } as Partial<Commands> as Commands);
    useScreen.setState({ active: 's1', link: 'open' });
    useFrontView.setState({ view: 's1' });
    followSearch();
  });

  beforeEach(() => {
    vi.useFakeTimers();
    useSearch.setState({ open: true, text: '' });
    selectRow('s1', null);
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('goes to the first match, and stays there when more are found', async () => {
    useSearch.setState({ text: 'late' });
    await read(page(1, true));
    expect(selected()).toBe(4);
    selectRow('s1', 9);
    await read(page(2, true));
    expect(selected()).toBe(9);
  });

  it('stays where it is when the first match comes after everything was read', async () => {
    useSearch.setState({ text: 'later' });
    await read(page(0, true));
    await read(page(1, true));
    expect(useSearch.getState().found).toBe(1);
    expect(selected()).toBeNull();
  });
});
