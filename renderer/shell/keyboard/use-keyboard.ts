import { useEffect } from 'react';
import { giveFocus } from '../../state/screen/focus-targets.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { matchesChord } from '../../ui/controls/action.ts';
import { ACTIONS } from './actions.ts';
import { heldKeys } from './early-keys.ts';

/**
 * Runs actions by their keys. A text field keeps its plain keys, and so does a form until Escape returns to the log, or
 * until something else is clicked or focused.
 */
export function useKeyboard(): void {
  useEffect(() => {
    let form: Element | null = null;
    const touched = ({ type, target }: Event) => {
      if (!(target instanceof Element)) return;
      // A click next to a form's fields focuses the element around the form.
      if (type === 'pointerdown' || !target.contains(form)) form = target.closest('form');
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const isInForm = form?.checkVisibility() === true;
      if (event.key === 'Escape' && isInForm && form?.closest('[role="dialog"]') === null) {
        form = null;
        leave();
      }
      const action = ACTIONS.find(
        ({ key, when }) => key !== undefined && matchesChord(event, key) && when?.() !== false,
      );
      if (action === undefined || (event.key === ' ' && isPressable(event.target))) return;
      const mod = event.ctrlKey || event.metaKey;
      if (!mod && isInForm && event.key.length === 1) return;
      if (!mod && (writes(event) || useScreen.getState().dialog !== null)) return;
      event.preventDefault();
      action.run();
    };
    for (const event of heldKeys()) pressed(event);
    window.addEventListener('keydown', pressed);
    window.addEventListener('pointerdown', touched, true);
    window.addEventListener('focusin', touched, true);
    return () => {
      window.removeEventListener('keydown', pressed);
      window.removeEventListener('pointerdown', touched, true);
      window.removeEventListener('focusin', touched, true);
    };
  }, []);
}

/** Handles keys, and renders nothing. */
export function Keyboard(): null {
  useKeyboard();
  return null;
}

/** Returns the focus to the log, or to the window while no log is shown. */
function leave(): void {
  if (!giveFocus('log') && document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function isPressable(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('button, summary, [role="tab"], [role="treeitem"]') !== null
  );
}

/** True if the key belongs to a text field; function keys never do. */
function writes(event: KeyboardEvent): boolean {
  return isTyping(event.target) && !/^F\d+$/.test(event.key);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}
