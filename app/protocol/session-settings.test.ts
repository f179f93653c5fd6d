import { expect, test } from 'vitest';
import {
  DEFAULT_SETTINGS,
  needsRestart,
  type SettingsChange,
  settingsChanges,
  settingsDifference,
  withSettings,
} from './session-settings.ts';

const CHANGE: SettingsChange = {
  era: 'initialize',
  revision: '2025-06-18',
  probeTimeoutMs: 500,
  capabilities: { roots: { listChanged: true }, sampling: { tools: {} } },
  roots: [{ uri: 'file:///w' }],
  answers: { sampling: { kind: 'error', code: -32000, message: 'no' } },
  timeoutMs: 1500,
  maxTotalTimeoutMs: 9000,
  resetTimeoutOnProgress: true,
  watch: ['src', 'lib'],
  watchDebounceMs: 0,
  repeatLastCall: true,
};

test('the difference of settings is the change that made them', () => {
  expect(settingsDifference(withSettings(DEFAULT_SETTINGS, CHANGE))).toEqual(CHANGE);
  expect(settingsDifference(DEFAULT_SETTINGS)).toEqual({});
});

test('only era, revision, probe time and capabilities wait for the next start', () => {
  const changed = (change: SettingsChange) =>
    needsRestart(DEFAULT_SETTINGS, withSettings(DEFAULT_SETTINGS, change));
  for (const name of ['era', 'revision', 'probeTimeoutMs', 'capabilities'] as const) {
    expect(changed({ [name]: CHANGE[name] })).toBe(true);
  }
  const { era: _e, revision: _r, probeTimeoutMs: _p, capabilities: _c, ...others } = CHANGE;
  expect(changed(others)).toBe(false);
});

test('every change is named in a few words', () => {
  expect(settingsChanges(DEFAULT_SETTINGS, withSettings(DEFAULT_SETTINGS, CHANGE))).toEqual([
    'era auto → initialize',
    'revision newest → 2025-06-18',
    'probe time 5 s → 0.5 s',
    'capability sampling on (tools)',
    'capability elicitation off',
    'capability tasks off',
    'capability extensions off',
    'roots 0 → 1',
    'answer to sampling: error -32000',
    'time-out 60 s → 1.5 s',
    'maximum none → 9 s',
    'reset on progress off → on',
    'watch nothing → src, lib',
    'quiet time 0.25 s → 0 s',
    'repeat the last call off → on',
  ]);
  expect(settingsChanges(DEFAULT_SETTINGS, DEFAULT_SETTINGS)).toEqual([]);
});
