import './style/tokens.css';
import './style/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { App } from './app.tsx';
import { followOpenedFiles } from './dialogs/recent-store.ts';
import { followDrafts } from './drafts/follow-drafts.ts';
import { followFilter } from './filter/follow-filter.ts';
import { followSavedFilters } from './filter/saved-filters.ts';
import { followClosedSessions } from './replay/replay-control.ts';
import { followSearch } from './search/search-host.ts';
import { startScreen } from './store/screen-host.ts';
import { useScreen } from './store/screen-store.ts';
import { onSystemTheme, showTheme } from './theme/theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');

// The page's CSP forbids the code that zod would generate for speed.
z.config({ jitless: true });
startScreen();
followFilter();
followSavedFilters();
followSearch();
followClosedSessions();
followOpenedFiles();
followDrafts();
onSystemTheme(() => showTheme(useScreen.getState().theme));
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <App />
    </CSPProvider>
  </StrictMode>,
);
