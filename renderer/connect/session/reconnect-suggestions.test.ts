import { expect, test } from 'vitest';
import { suggestionsOf } from '../../../app/protocol/negotiation.ts';
import { suggestionButton, suggestionText } from './reconnect-suggestions.tsx';

test('the versions of -32022 are named, and each has its button', () => {
  const suggestions = suggestionsOf({
    code: -32022,
    data: { supported: ['2026-07-28', '2025-11-25', '2031-01-01'] },
  });
  expect(suggestionText(suggestions)).toContain('It supports 2026-07-28, 2025-11-25, 2031-01-01.');
  expect(suggestions.map(suggestionButton)).toEqual([
    'Reconnect with 2026-07-28 (modern)',
    'Reconnect with 2025-11-25 (initialize)',
    'Reconnect with 2031-01-01 (modern, unknown here)',
  ]);
});

test('the capabilities of -32021 are named down to their parts', () => {
  const requiredCapabilities = { sampling: { tools: {}, context: {} }, roots: {} };
  const suggestions = suggestionsOf({ code: -32021, data: { requiredCapabilities } });
  expect(suggestionText(suggestions)).toContain('sampling.tools, sampling.context, roots.');
  expect(suggestionText(suggestionsOf({ code: -32021, data: { requiredCapabilities: {} } }))).toContain(
    'does not say which',
  );
});
