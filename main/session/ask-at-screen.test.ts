import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, withSettings } from '../../app/protocol/session-settings.ts';
import { askAtScreen } from './ask-at-screen.ts';

test('a session with a screen asks its user, and one without a screen declines', () => {
  expect(DEFAULT_SETTINGS.answers.elicitation).toEqual({ kind: 'decline' });
  const { answers } = withSettings(DEFAULT_SETTINGS, askAtScreen({}));
  expect(answers).toMatchObject({
    sampling: { kind: 'ask' },
    elicitation: { kind: 'ask' },
    roots: { kind: 'canned' },
  });
});

test('what the settings say themselves stands', () => {
  const settings = askAtScreen({ answers: { sampling: { kind: 'silent' } }, timeoutMs: 7 });
  const { answers, timeoutMs } = withSettings(DEFAULT_SETTINGS, settings);
  expect(answers.sampling).toEqual({ kind: 'silent' });
  expect(answers.elicitation).toEqual({ kind: 'ask' });
  expect(timeoutMs).toBe(7);
});
