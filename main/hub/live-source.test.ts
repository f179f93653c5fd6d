import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { HostEvents } from '../../app/contract/events.ts';
import { type LiveInfo, type LogState, liveInfo, type SessionInfo } from '../../app/contract/session-info.ts';
import type { KnownRecord } from '../../app/frame/record.ts';
import { blockLength } from '../../app/frame/row-table.ts';
import type { RecordStore } from '../recording/record-store.ts';
import { ReaperClient } from '../session/reaper-client.ts';
import { LiveSource } from './live-source.ts';
import { LogTexts, TextMemory } from './packed-texts.ts';
import { EventFeed, Tabs } from './tabs.ts';

afterEach(() => void vi.useRealTimers());

type Hears = Parameters<ConstructorParameters<typeof LiveSource>[0]['openStore']>[0];

/** A tab over a session that was never started, with the input of its recording and all events for screens. */
function rig(onChange: (info: LiveInfo, rig: Rig) => void = () => undefined): Rig {
  const feed = new EventFeed();
  const tabs = new Tabs(feed);
  const written: KnownRecord[] = [];
  let hears: Hears | undefined;
  const store: RecordStore = {
    file: '/recordings/one',
    fault: '',
    places: undefined,
    append: (record) => written.push(record),
    readRecords: async () => [...written],
    handRecords: async () => [...written],
    readPart: async () => ({ text: '', next: 0 }),
    settle: async () => undefined,
    close: async () => undefined,
  };
  const { session, source } = tabs.add(
    (name, events) =>
      new LiveSource({
        session: name,
        label: 'one',
        spec: { command: 'never', args: ['--started'], cwd: '/w', env: { KEY: 'k' } },
        settings: {},
        version: '0',
        startedAt: '2026-11-22T10:00:00.000Z',
        reaper: new ReaperClient({ command: process.execPath, args: ['none.js'] }),
        events,
        texts: new LogTexts(new TextMemory(), '/nowhere/one.texts'),
        openStore: (given) => {
          hears = given;
          return store;
        },
      }),
  );
  const heard: LiveInfo[] = [];
  const made: Rig = {
    session,
    source,
    tabs,
    feed,
    heard,
    written,
    fault: (text) => hears?.onFault(text),
    drop: (count) => hears?.onDropped(count, 'the disk is slow'),
    bookmarks: () => bookmarksOf(source),
  };
  const deaf = () => undefined;
  const sessionChanged = (info: SessionInfo) => {
    const live = liveInfo(info);
    if (live === undefined) return;
    heard.push(live);
    onChange(live, made);
  };
  feed.subscribe(
    new Proxy({} as HostEvents, { get: (_, name) => (name === 'sessionChanged' ? sessionChanged : deaf) }),
  );
  return made;
}

type Rig = {
  readonly session: string;
  readonly source: LiveSource;
  readonly tabs: Tabs;
  readonly feed: EventFeed;
  readonly heard: LiveInfo[];
  readonly written: KnownRecord[];
  readonly fault: (text: string) => void;
  readonly drop: (count: number) => void;
  /** The labels of the bookmarks with rows, in order. */
  readonly bookmarks: () => readonly string[];
};

function bookmarksOf({ log }: LiveSource): string[] {
  const labels: string[] = [];
  for (let index = 0; index < log.table.length; index += 1) {
    const row = log.table.row(index);
    if (row?.kind === 'mark') labels.push(row.text);
  }
  return labels;
}

function tabOf({ tabs, session }: Rig) {
  const tab = tabs.find(session);
  if (tab === undefined) throw new Error('the tab was closed');
  return tab;
}

test('reading the info derives nothing and reports nothing', () => {
  const one = rig();
  one.source.addBookmark('a', undefined);
  expect(tabOf(one).info).toMatchObject({ kind: 'live', state: 'starting', envNames: ['KEY'] });
  expect(one.bookmarks()).toEqual([]);
  expect(one.heard).toEqual([]);
});

test('rows, findings and the state of the log hold every record that was written, without a turn between', () => {
  const one = rig();
  const tab = tabOf(one);
  const { length } = tab.logState();
  one.source.addBookmark('a', undefined);
  one.source.addBookmark('b', undefined);
  expect(tab.logState().length).toBe(length + 2);
  expect(blockLength(tab.rows(length, 0, 10).rows)).toBe(2);
  one.drop(3);
  expect(tab.logState().dropped).toBe(3);
});

test('records that nobody asks for are analyzed at once after a rest, and those that come within 16 ms together', () => {
  vi.useFakeTimers();
  const one = rig();
  vi.advanceTimersByTime(20);
  one.source.addBookmark('a', undefined);
  vi.advanceTimersByTime(1);
  expect(one.bookmarks()).toEqual(['a']);
  one.source.addBookmark('b', undefined);
  vi.advanceTimersByTime(10);
  one.source.addBookmark('c', undefined);
  expect(one.bookmarks()).toEqual(['a']);
  vi.advanceTimersByTime(6);
  expect(one.bookmarks()).toEqual(['a', 'b', 'c']);
});

test('whoever hears that the log grew reads the records that were not analyzed by then, and hears it once', () => {
  vi.useFakeTimers();
  const one = rig();
  const lengths: number[] = [];
  one.feed.subscribe(
    new Proxy({} as HostEvents, {
      get: (_, name) =>
        name === 'logGrew' ? ({ length }: LogState) => lengths.push(length) : () => undefined,
    }),
  );
  vi.advanceTimersByTime(100);
  lengths.length = 0;
  one.source.addBookmark('a', undefined);
  vi.advanceTimersByTime(100);
  expect(lengths).toEqual([1]);
});

test('of a thousand records that come within a turn, few are left for the next one', () => {
  vi.useFakeTimers();
  const one = rig();
  for (let bookmark = 0; bookmark < 1000; bookmark += 1) one.source.addBookmark(`${bookmark}`, undefined);
  expect(one.bookmarks().length).toBeGreaterThan(700);
  expect(one.bookmarks().length).toBeLessThan(1000);
  vi.advanceTimersByTime(16);
  expect(one.bookmarks()).toHaveLength(1000);
});

test('news among the records that were analyzed within the turn is reported after it, once', () => {
  vi.useFakeTimers();
  const one = rig();
  const take = vi.spyOn(one.source.log.analyzer, 'take');
  take.mockReturnValueOnce(true);
  for (let bookmark = 0; bookmark < 1000; bookmark += 1) one.source.addBookmark(`${bookmark}`, undefined);
  expect(take.mock.calls.length).toBeGreaterThan(700);
  expect(one.heard).toHaveLength(0);
  vi.advanceTimersByTime(16);
  one.source.catchUp();
  expect(one.heard).toHaveLength(1);
});

test('a status reaches a screen once, after the records that were written before it', () => {
  const rows: (readonly string[])[] = [];
  const one = rig((_info, made) => rows.push(made.bookmarks()));
  one.source.addBookmark('a', undefined);
  one.fault('the disk is full');
  expect(rows).toEqual([['a']]);
  expect(one.heard).toMatchObject([{ recordingFault: 'the disk is full' }]);
});

test('a screen that reads the whole log in answer to a change causes no further change', () => {
  const one = rig((_info, made) => {
    const tab = tabOf(made);
    tab.rows(0, 0, 100);
    tab.findings(0, 100);
    expect(tab.info).toEqual(made.heard.at(-1));
  });
  one.source.addBookmark('a', undefined);
  one.source.setProfile('p1');
  expect(one.heard).toMatchObject([{ profile: 'p1' }]);
  expect(one.bookmarks()).toEqual(['a']);
});

test('what a session reports after its tab was closed reaches no screen', () => {
  const one = rig();
  one.tabs.remove(one.session);
  one.source.addBookmark('late', undefined);
  one.fault('late');
  one.source.catchUp();
  expect(one.heard).toEqual([]);
  expect(one.bookmarks()).toEqual(['late']);
});

test('every record is analyzed once and in order, whatever a screen does in answer to a change', () => {
  const step = fc.constantFrom('mark', 'drop', 'fault', 'profile', 'catch up', 'rows');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), fc.array(step, { maxLength: 20 }), (steps, answers) => {
      let bookmarks = 0;
      const act = (made: Rig, what: (typeof steps)[number]) => {
        if (what === 'mark') {
          bookmarks += 1;
          made.source.addBookmark(`m${bookmarks}`, undefined);
        } else if (what === 'drop') made.drop(1);
        else if (what === 'fault') made.fault('full');
        else if (what === 'profile') made.source.setProfile('p');
        else if (what === 'catch up') made.source.catchUp();
        else tabOf(made).rows(0, 0, 100);
      };
      const left = [...answers];
      const one = rig((_info, made) => {
        const answer = left.shift();
        if (answer !== undefined) act(made, answer);
      });
      for (const what of steps) act(one, what);
      one.source.catchUp();
      expect(one.bookmarks()).toEqual(Array.from({ length: bookmarks }, (_, index) => `m${index + 1}`));
      const { log } = one.source;
      const seqs = Array.from({ length: log.table.length }, (_, index) => log.table.columns.seq.at(index));
      expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
      expect(log.analysis.dropped).toBe(one.written.filter(({ type }) => type === 'dropped').length);
    }),
  );
});
