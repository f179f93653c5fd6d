import { expect, test } from 'vitest';
import { useNotices } from '../../state/notices/notices-store.ts';
import { importSummary } from './profile-actions.ts';

test('every note of an import is shown, however many there are', () => {
  const notes = Array.from({ length: 9 }, (_, index) => `server ${index}: type in its token.`);
  importSummary(9, notes);
  const texts = useNotices.getState().notices.map(({ text }) => text);
  for (const note of notes) expect(texts.join('\n')).toContain(note);
});
