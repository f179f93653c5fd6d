import { expect, it } from 'vitest';
import { ok } from '../../../app/base/result.ts';
import { showDialog, useScreen } from '../../state/screen/screen-store.ts';
import { attachStubHost } from '../../state/testing/stub-host.ts';
import { openPaths } from './open-files.ts';

it('closes the dialog that opened a file, and none that was opened while the file was being opened', async () => {
  let meanwhile = (): void => undefined;
  attachStubHost({
    async openRecording() {
      meanwhile();
      return ok({ sessions: ['s2'] });
    },
  });
  showDialog('open-recording');
  meanwhile = () => showDialog('bookmark');
  await openPaths(['/rec/notes.jsonl']);
  expect(useScreen.getState()).toMatchObject({ active: 's2', dialog: 'bookmark' });

  meanwhile = () => undefined;
  showDialog('open-recording');
  await openPaths(['/rec/notes.jsonl']);
  expect(useScreen.getState().dialog).toBe(null);
});
