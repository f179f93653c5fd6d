import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionInfo, SessionState } from '../../app/contract/session-info.ts';
import { useSearch } from '../search/search-store.ts';
import { useScreen } from '../store/screen-store.ts';
import { ACTIONS, type Action } from './actions.ts';
import { matchesChord } from './key-chord.ts';

function session(name: string, state: SessionState): SessionInfo {
  return {
    session: name,
    label: name,
    state,
    origin: state === 'recording' ? 'open' : 'connect',
    startedAt: '2026-01-01T00:00:00.000Z',
    serverCapabilities: {},
    clientCapabilities: {},
    envNames: [],
  } as unknown as SessionInfo;
}

/** What may be in front, as the actions' `when` sees it. */
const SCENES = {
  'no session': () => useScreen.setState({ sessions: [], active: null, merged: false }),
  'a live session': () =>
    useScreen.setState({ sessions: [session('s1', 'ready')], active: 's1', merged: false }),
  'an ended session': () =>
    useScreen.setState({ sessions: [session('s1', 'closed')], active: 's1', merged: false }),
  'a recording': () =>
    useScreen.setState({ sessions: [session('s1', 'recording')], active: 's1', merged: false }),
  'the merged log': () =>
    useScreen.setState({
      sessions: [session('s1', 'ready'), session('s2', 'recording')],
      active: 's1',
      merged: true,
    }),
} as const;

beforeEach(() => useSearch.setState({ open: true }));

describe('the keys', () => {
  it.each(Object.entries(SCENES))('mean one thing each with %s in front', (_name, show) => {
    show();
    const meanings = new Map<string, string[]>();
    for (const { keys, title, when } of ACTIONS) {
      if (when?.() === false) continue;
      for (const chord of keys) {
        const words = JSON.stringify(chord);
        meanings.set(words, [...(meanings.get(words) ?? []), title]);
      }
    }
    const clashes = [...meanings].filter(([, titles]) => titles.length > 1);
    expect(clashes).toEqual([]);
  });

  it.each([
    ['k', { mod: true }],
    ['/', {}],
    ['?', {}],
    ['j', {}],
    ['k', {}],
    ['e', {}],
    ['E', {}],
    ['c', {}],
    ['f', { mod: true }],
  ])('%s %o does something while a session is in front', (key, { mod = false }: { mod?: boolean }) => {
    SCENES['a live session']();
    const press = { key, ctrlKey: mod, metaKey: false, altKey: false, shiftKey: /^[A-Z?]$/.test(key) };
    const meant = (action: Action) => action.keys.some((chord) => matchesChord(press, chord));
    expect(ACTIONS.filter((action) => meant(action) && action.when?.() !== false)).toHaveLength(1);
  });
});

describe('the table of actions', () => {
  it('names each action once', () => {
    const titles = ACTIONS.map(({ title }) => title);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });
});

describe('a chord', () => {
  const press = { key: 'F3', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

  it('minds Shift for keys that have a name', () => {
    expect(matchesChord(press, { key: 'F3' })).toBe(true);
    expect(matchesChord({ ...press, shiftKey: true }, { key: 'F3' })).toBe(false);
    expect(matchesChord({ ...press, shiftKey: true }, { key: 'F3', shift: true })).toBe(true);
  });

  it('takes Shift as a part of a character', () => {
    expect(matchesChord({ ...press, key: '?', shiftKey: true }, { key: '?' })).toBe(true);
    expect(matchesChord({ ...press, key: 'f', ctrlKey: true }, { key: 'f' })).toBe(false);
  });
});
