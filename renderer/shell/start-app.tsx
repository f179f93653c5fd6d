import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { followDrafts } from '../state/drafts/follow-drafts.ts';
import { followOpenedFiles } from '../state/recent/recent-store.ts';
import { startScreen } from '../state/screen/screen-host.ts';
import { useScreen } from '../state/screen/screen-store.ts';
import { onSystemTheme, showTheme } from '../state/theme/theme.ts';
import { followFilter } from '../traffic/filter/row-filter.ts';
import { followSavedFilters } from '../traffic/filter/saved-filters.ts';
import { followClosedSessions } from '../traffic/replay/replay-control.ts';
import { followSearch } from '../traffic/search/follow-search.ts';
import { App } from './app.tsx';

/** What follows the screen's state, in the order of starting; each lasts as long as the page. */
const FOLLOWERS = [
  followFilter,
  followSavedFilters,
  followSearch,
  followClosedSessions,
  followOpenedFiles,
  followDrafts,
];

/** Connects the screen to its host and draws it. */
export function startApp(root: HTMLElement): void {
  // The page's CSP forbids the code that zod would generate for speed.
  z.config({ jitless: true });
  startScreen();
  for (const follow of FOLLOWERS) follow();
  onSystemTheme(() => showTheme(useScreen.getState().theme));
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <App />
      </CSPProvider>
    </StrictMode>,
  );
}
