import { expect, test } from 'vitest';
import { useNotices } from '../../state/screen/screen-store.ts';
import { importProfiles, importSummary } from './profile-actions.ts';

test('every note of an import is shown, however many there are', () => {
  const notes = Array.from({ length: 9 }, (_, index) => `server ${index}: type in its token.`);
  importSummary(9, notes);
  const texts = useNotices.getState().notices.map(({ text }) => text);
  for (const note of notes) expect(texts.join('\n')).toContain(note);
});

test.each([
  [
    'a folder',
    async () => Promise.reject(new DOMException('no')),
    'it is a folder, or it has changed or gone',
  ],
  ['a file of another kind', async () => 'x'.repeat(16_000_001), 'a file of servers at most 16.0 MB'],
])('%s is refused with a sentence that names it', async (_, text, why) => {
  await importProfiles(Object.assign(new File([], 'servers.json'), { text }));
  const { text: said = '', level } = useNotices.getState().notices.at(-1) ?? {};
  expect(level).toBe('error');
  expect(said).toMatch(/^servers\.json cannot be imported: .*\.$/);
  expect(said).toContain(why);
});
