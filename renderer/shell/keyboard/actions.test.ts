import { beforeEach, describe, expect, it } from 'vitest';
import type { SavedProfile } from '../../../app/contract/profile-commands.ts';
import type { SessionInfo, SessionState } from '../../../app/contract/session-info.ts';
import { DEFAULT_SETTINGS } from '../../../app/protocol/session-settings.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { useConnectStart, useProfiles } from '../../state/session/profiles-store.ts';
import { useSearch } from '../../traffic/search/search.ts';
import { type Action, matchesChord } from '../../ui/controls/action.ts';
import { ACTIONS, currentActions } from './actions.ts';

function session(name: string, state: SessionState): SessionInfo {
  return {
    session: name,
    label: name,
    state,
    kind: state === 'file' ? 'file' : 'live',
    startedAt: '2026-01-01T00:00:00.000Z',
    serverCapabilities: {},
    clientCapabilities: {},
    envNames: [],
  } as unknown as SessionInfo;
}

/** The possible active views, as the actions' `when` sees them. */
const SCENES = {
  'no session': () => useScreen.setState({ sessions: [], active: null, merged: false }),
  'a live session': () =>
    useScreen.setState({ sessions: [session('s1', 'ready')], active: 's1', merged: false }),
  'an ended session': () =>
    useScreen.setState({ sessions: [session('s1', 'closed')], active: 's1', merged: false }),
  'a recording': () => useScreen.setState({ sessions: [session('s1', 'file')], active: 's1', merged: false }),
  'the merged log': () =>
    useScreen.setState({
      sessions: [session('s1', 'ready'), session('s2', 'file')],
      active: 's1',
      merged: true,
    }),
} as const;

beforeEach(() => useSearch.setState({ open: true }));

describe('the keys', () => {
  it.each(Object.entries(SCENES))('mean one thing each with %s in front', (_name, show) => {
    show();
    const meanings = new Map<string, string[]>();
    for (const { key, title, when } of ACTIONS) {
      if (when?.() === false || key === undefined) continue;
      const chord = JSON.stringify(key);
      meanings.set(chord, [...(meanings.get(chord) ?? []), title]);
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
    const meant = ({ key: chord, when }: Action) =>
      chord !== undefined && matchesChord(press, chord) && when?.() !== false;
    expect(ACTIONS.filter(meant)).toHaveLength(1);
  });
});

describe('the table of actions', () => {
  it('names each action once', () => {
    const titles = ACTIONS.map(({ title }) => title);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });
});

describe('the actions of the palette', () => {
  const titles = () => currentActions().map(({ title }) => title);

  it('reach each of several sessions with one name', () => {
    const sessions = ['s1', 's2', 's3'].map((name) => ({ ...session(name, 'ready'), label: 'db' }));
    useScreen.setState({ sessions, active: 's1', merged: false });
    expect(titles()).toEqual(expect.arrayContaining(['Go to db (s2)', 'Go to db (s3)']));
  });

  it('reach all that can be done with each saved server, also with two of one name', () => {
    const profile = (id: string, commandLine: string) => ({ id, name: 'db', commandLine }) as SavedProfile;
    useProfiles.setState({ profiles: [profile('p1', 'node a.js'), profile('p2', 'node b.js')] });
    expect(titles()).toEqual(
      expect.arrayContaining([
        'Connect to db (node a.js)',
        'Edit db (node b.js)…',
        'Copy db (node b.js) to another host…',
        'Duplicate db (node a.js)',
        'Delete db (node b.js)',
        'Import profiles…',
        'Export profiles',
      ]),
    );
    expect(new Set(titles()).size).toBe(titles().length);
    useProfiles.setState({ profiles: [] });
    expect(titles()).not.toContain('Export profiles');
  });

  it('turn to the pages of the sidebar, and ask a running server for its lists', () => {
    SCENES['a live session']();
    expect(titles()).toEqual(expect.arrayContaining(['Sidebar: Prompts', 'Refresh the resource templates']));
    SCENES['an ended session']();
    expect(titles()).not.toContain('Refresh the tools');
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

it('starts a failed server again from the palette, at the variable that it lacks', () => {
  const failed = { ...session('s1', 'failed'), failure: { variable: 'API_KEY' }, settings: DEFAULT_SETTINGS };
  const titled = () =>
    currentActions().find(({ title }) => title === 'Edit and start again, add variable API_KEY');
  SCENES['a live session']();
  expect(titled()).toBeUndefined();
  useScreen.setState({ sessions: [failed as never], active: 's1', merged: false });
  titled()?.run();
  expect(useScreen.getState().dialog).toBe('connect');
  expect(useConnectStart.getState()).toMatchObject({ env: 'API_KEY=', replaces: 's1', focus: 'variables' });
});
