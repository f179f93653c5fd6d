import type { Action } from '../../ui/keyboard/action.ts';
import { readRemembered, remember } from '../screen/remembered.ts';

const KEY = 'palette.recent';
const MOST = 6;

/** The titles of the actions that were chosen last in the palette, the newest first. */
export function recentChoices(): readonly string[] {
  const kept = readRemembered(KEY);
  return Array.isArray(kept) ? kept.filter((title) => typeof title === 'string').slice(0, MOST) : [];
}

export function rememberChoice(action: Action): void {
  remember(KEY, [action.title, ...recentChoices().filter((title) => title !== action.title)].slice(0, MOST));
}
