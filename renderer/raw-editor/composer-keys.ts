import { loadSelected, openRawEditor, selectedFrame } from '../state/raw-editor/raw-editor-store.ts';
import { useScreen } from '../state/screen/screen-store.ts';
import type { Action } from '../ui/keyboard/action.ts';

/** A recording has no server; there `w` shows the whole of it. */
function isNoRecording(): boolean {
  const { sessions, active } = useScreen.getState();
  const info = sessions.find(({ session }) => session === active);
  return info !== undefined && info.kind !== 'file';
}

/** What the composer adds to the palette and the keys. */
export const COMPOSER_ACTIONS: readonly Action[] = [
  {
    group: 'Log',
    title: 'Write a raw line to the server',
    keys: [{ key: 'w' }],
    run: openRawEditor,
    when: isNoRecording,
  },
  {
    group: 'Log',
    title: 'Edit the raw line of the selected frame',
    keys: [{ key: 'W' }],
    run: () => void loadSelected(),
    when: () => selectedFrame() !== undefined,
  },
];
