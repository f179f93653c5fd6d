import { useEffect } from 'react';
import { useScreen } from '../store/screen-store.ts';
import { ACTIONS } from './actions.ts';
import { matchesChord } from './key-chord.ts';

/** Runs the actions of the table by their keys. A field that is being typed into keeps its plain keys. */
export function useKeyboard(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const action = ACTIONS.find(({ keys }) => keys.some((chord) => matchesChord(event, chord)));
      if (action === undefined) return;
      const mod = event.ctrlKey || event.metaKey;
      if (!mod && (isTyping(event.target) || useScreen.getState().dialog !== null)) return;
      event.preventDefault();
      action.run();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}
