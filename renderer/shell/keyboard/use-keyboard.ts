import { useEffect } from 'react';
import { useScreen } from '../../state/screen/screen-store.ts';
import { matchesChord } from '../../ui/keyboard/action.ts';
import { ACTIONS } from './actions.ts';

/** Runs the actions of the table by their keys. A field that is being typed into keeps its plain keys. */
export function useKeyboard(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const action = ACTIONS.find(
        ({ keys, when }) => keys.some((chord) => matchesChord(event, chord)) && when?.() !== false,
      );
      if (action === undefined || (event.key === ' ' && isPressable(event.target))) return;
      const mod = event.ctrlKey || event.metaKey;
      if (!mod && (writes(event) || useScreen.getState().dialog !== null)) return;
      event.preventDefault();
      action.run();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

/** A control that the space bar presses. */
function isPressable(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('button, summary, [role="tab"], [role="treeitem"]') !== null
  );
}

/** True if the key belongs to a field; the function keys belong to none. */
function writes(event: KeyboardEvent): boolean {
  return isTyping(event.target) && !/^F\d+$/.test(event.key);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}
