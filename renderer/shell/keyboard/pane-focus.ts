import { giveFocus } from '../../state/screen/focus-targets.ts';

/** The parts of the window in the order of F6, each the first that its selector finds. */
const PANES: readonly string[] = [
  'header',
  'nav[aria-label="Servers"]',
  'nav[aria-label="Tools, resources and prompts"]',
  '#centre',
  'section[aria-label="Server requests"]',
  'aside[aria-label="Inspector"]',
  'search[aria-label="Code lookup"]',
];

const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';

/** What had the focus last in each pane. */
const last = new WeakMap<Element, HTMLElement>();

/** Takes the focus to the pane `step` places on, around the end: to where it was there, else to its first stop. */
export function focusPane(step: 1 | -1): void {
  const panes = PANES.flatMap((selector) => document.querySelector(selector) ?? []).filter(
    (pane) => stopsIn(pane).length > 0,
  );
  const from = document.activeElement;
  const at = panes.findIndex((pane) => pane.contains(from));
  const present = panes[at];
  if (present !== undefined && from instanceof HTMLElement) last.set(present, from);
  const next = panes[at < 0 && step < 0 ? panes.length - 1 : (at + step + panes.length) % panes.length];
  if (next !== undefined) enter(next);
}

function enter(pane: Element): void {
  const before = last.get(pane);
  const stops = stopsIn(pane);
  if (before !== undefined && stops.includes(before)) before.focus({ focusVisible: true } as FocusOptions);
  else if (pane.id === 'centre') giveFocus('log');
  else stops[0]?.focus({ focusVisible: true } as FocusOptions);
}

/** What the Tab key would stop at. */
function stopsIn(pane: Element): readonly HTMLElement[] {
  return [...pane.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
  );
}
