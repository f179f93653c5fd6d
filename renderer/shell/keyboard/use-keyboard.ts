import { useEffect } from 'react';
import { lookUpPasted } from '../../lookup/lookup-state.tsx';
import { useScreen } from '../../state/screen/screen-store.ts';
import { matchesChord } from '../../ui/controls/action.ts';
import { ACTIONS } from './actions.ts';
import { heldKeys } from './early-keys.ts';
import { enterCenter, keepFocus } from './pane-focus.ts';

/**
 * Runs actions by their keys. A text field keeps its plain keys, and so does a form until Escape returns to the view in
 * front, or until something else is clicked or focused. Escape returns there from every other part of the window too.
 * Text that is pasted outside of fields is looked up.
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
      if (event.key === 'Escape' && isLeft(isInForm ? form : event.target)) {
        form = null;
        event.preventDefault();
        enterCenter();
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
    const pasted = ({ target, clipboardData }: ClipboardEvent) => {
      const text = clipboardData?.getData('text').trim() ?? '';
      if (text !== '' && !isTyping(target) && useScreen.getState().dialog === null) lookUpPasted(text);
    };
    for (const event of heldKeys()) pressed(event);
    const letGo = keepFocus();
    const end = new AbortController();
    const { signal } = end;
    window.addEventListener('keydown', pressed, { signal });
    window.addEventListener('paste', pasted, { signal });
    window.addEventListener('pointerdown', touched, { signal, capture: true });
    window.addEventListener('focusin', touched, { signal, capture: true });
    return () => {
      letGo();
      end.abort();
    };
  }, []);
}

export function Keyboard(): null {
  useKeyboard();
  return null;
}

/** True for a form or a field, and beside the views; what is above the window closes by Escape itself. */
function isLeft(from: EventTarget | null): boolean {
  if (!(from instanceof Element) || from === document.body) return false;
  if (from.closest('[role="dialog"], [role="menu"]') !== null) return false;
  return from instanceof HTMLFormElement || isTyping(from) || from.closest('#center') === null;
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
