import { type RefObject, useLayoutEffect } from 'react';

/** A part of the screen that takes the keys when something elsewhere hands them over. */
type FocusTarget =
  | 'log'
  | 'filter'
  | 'search'
  | 'replay-time'
  | 'inspector'
  | 'sidebar-search'
  | 'sidebar-list';

const targets = new Map<FocusTarget, () => void>();

/** Registers an element as a target while its component is drawn; `give` says how it takes the focus. */
export function useFocusTarget<Part extends HTMLElement>(
  target: FocusTarget,
  part: RefObject<Part | null>,
  give: (element: Part) => void = focusElement,
): void {
  // Before paint: a field that was just opened must take the very next key.
  useLayoutEffect(() => {
    const take = () => {
      if (part.current !== null) give(part.current);
    };
    targets.set(target, take);
    return () => {
      if (targets.get(target) === take) targets.delete(target);
    };
  }, [target, part, give]);
}

/** Gives the keys to a part of the screen; false, and nothing happens, while it is not drawn. */
export function giveFocus(target: FocusTarget): boolean {
  const take = targets.get(target);
  take?.();
  return take !== undefined;
}

/** Puts the caret into a field, with its text selected. */
export function focusText(field: HTMLInputElement): void {
  field.focus();
  field.select();
}

function focusElement(element: HTMLElement): void {
  element.focus();
}
