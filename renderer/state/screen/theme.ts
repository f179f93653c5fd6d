import { readRemembered, remember } from './kept-entries.ts';

/** What the user chose; `system` follows the system's setting as it changes. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'theme';
const dark = () => window.matchMedia('(prefers-color-scheme: dark)');

export function rememberedTheme(): ThemeChoice {
  const value = readRemembered(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Sets `data-theme` of the page, and keeps the choice for the next start. */
export function applyTheme(choice: ThemeChoice): void {
  remember(KEY, choice);
  showTheme(choice);
}

/** Sets `data-theme` of the page to what the choice comes to right now. */
export function showTheme(choice: ThemeChoice): void {
  const shown = choice === 'system' ? (dark().matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset.theme = shown;
}

/** Calls back when the system's own setting changes. */
export function onSystemTheme(changed: () => void): void {
  dark().addEventListener('change', changed);
}
