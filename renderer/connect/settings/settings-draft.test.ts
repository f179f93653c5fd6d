import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../app/protocol/session-settings.ts';
import { draftOfSettings, readSettings, type SettingsDraft } from './settings-draft.ts';

const draft = draftOfSettings(DEFAULT_SETTINGS);

test('settings that nobody changed are read as they were', () => {
  const own = {
    ...DEFAULT_SETTINGS,
    maxTotalTimeoutMs: 1500,
    watch: ['src', 'a b/*.ts'],
    watchDebounceMs: 0,
  };
  for (const settings of [DEFAULT_SETTINGS, own]) {
    expect(readSettings(draftOfSettings(settings))).toEqual({ kind: 'sound', settings });
  }
});

test.each<[Partial<SettingsDraft>, string]>([
  [{ timeout: '' }, 'timeout'],
  [{ timeout: 'soon' }, 'timeout'],
  [{ timeout: '4000' }, 'timeout'],
  [{ probe: '0' }, 'probe'],
  [{ most: '-1' }, 'most'],
  [{ quiet: '61' }, 'quiet'],
  [{ capabilities: '[]' }, 'capabilities'],
  [{ capabilities: '{' }, 'capabilities'],
  [{ era: 'initialize', revision: '2026-07-28' }, 'revision'],
  [{ era: 'modern', revision: '2025-06-18' }, 'revision'],
  [{ watch: 'a\n'.repeat(101) }, 'watch'],
])('%j is shown at its field', (change, field) => {
  expect(readSettings({ ...draft, ...change })).toMatchObject({ kind: 'faults', faults: [{ field }] });
});

test('any revision can be asked for, and blank lines watch nothing', () => {
  const read = readSettings({ ...draft, revision: ' 2031-01-01 ', watch: '\n src \n\n' });
  expect(read).toMatchObject({ kind: 'sound', settings: { revision: '2031-01-01', watch: ['src'] } });
});
