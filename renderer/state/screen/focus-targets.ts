import { type RefObject, useLayoutEffect } from 'react';

/** A part of the screen that can receive the focus from elsewhere. */
type FocusTarget =
  | 'log'
  | 'filter'
  | 'search'
  | 'replay-time'
  | 'inspector'
  | 'sidebar-search'
  | 'sidebar-list'
  | 'form';

const targets = new Map<FocusTarget, () => void>();

/** The element to focus once rendered, unless the focus has moved by then. */
let awaited: { readonly target: FocusTarget; readonly from: Element | null } | undefined;

/** Registers an element as a target while its component is mounted; `give` focuses it. */
export function useFocusTarget<Part extends HTMLElement>(
  target: FocusTarget,
  part: RefObject<Part | null>,
  give: (element: Part) => void = (element) => element.focus(),
): void {
  // Before paint: a field that was just opened must receive the very next key.
  useLayoutEffect(
    () =>
      register(target, () => {
        if (part.current !== null) give(part.current);
      }),
    [target, part, give],
  );
}

/** The same as a ref, for an element that may mount later than its component. */
export function focusTarget<Part extends HTMLElement>(target: FocusTarget, give: (element: Part) => void) {
  return (element: Part | null) => (element === null ? undefined : register(target, () => give(element)));
}

function register(target: FocusTarget, take: () => void): () => void {
  targets.set(target, take);
  const { activeElement: focused, body } = document;
  if (awaited?.target === target && (focused === awaited.from || focused === body)) giveFocusSoon(target);
  return () => {
    if (targets.get(target) === take) targets.delete(target);
  };
}

/** Focuses a part of the screen; false, without effect, while it is not mounted. */
export function giveFocus(target: FocusTarget): boolean {
  const take = targets.get(target);
  take?.();
  return take !== undefined;
}

/** Focuses a part of the screen as soon as it is mounted. */
export function giveFocusSoon(target: FocusTarget): void {
  // A menu restores the focus when it closes.
  if (document.querySelector('[role="menu"]') !== null) requestAnimationFrame(() => giveFocusSoon(target));
  else awaited = giveFocus(target) ? undefined : { target, from: document.activeElement };
}

export function focusText(field: HTMLInputElement): void {
  field.focus();
  field.select();
}
