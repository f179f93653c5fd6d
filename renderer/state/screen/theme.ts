import { readRemembered, remember } from './stored-entries.ts';

/** The user's choice; `system` follows the system's setting. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'theme';
const dark = () => window.matchMedia('(prefers-color-scheme: dark)');

export function rememberedTheme(): ThemeChoice {
  const value = readRemembered(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Sets `data-theme` of the page, and saves the choice for the next start. */
export function applyTheme(choice: ThemeChoice): void {
  remember(KEY, choice);
  showTheme(choice);
}

/** Sets `data-theme` of the page to what the choice means right now. */
export function showTheme(choice: ThemeChoice): void {
  const shown = choice === 'system' ? (dark().matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset.theme = shown;
}

export function onSystemTheme(changed: () => void): void {
  dark().addEventListener('change', changed);
}
