import type { SettingsChange } from '../../app/protocol/session-settings.ts';

/**
 * The settings of a session that a screen shows: what only a person can answer waits for one, unless the
 * settings say otherwise. Without a screen nobody would ever answer, so the defaults decline.
 */
export function askAtScreen(settings: SettingsChange): SettingsChange {
  return {
    ...settings,
    answers: { sampling: { kind: 'ask' }, elicitation: { kind: 'ask' }, ...settings.answers },
  };
}
