import './ui/style/tokens.css';
import './ui/style/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { App } from './shell/app.tsx';
import { followDrafts } from './state/drafts/follow-drafts.ts';
import { followOpenedFiles } from './state/recent/recent-store.ts';
import { startScreen } from './state/screen/screen-host.ts';
import { useScreen } from './state/screen/screen-store.ts';
import { onSystemTheme, showTheme } from './state/theme/theme.ts';
import { followFilter } from './traffic/filter/follow-filter.ts';
import { followSavedFilters } from './traffic/filter/saved-filters.ts';
import { followClosedSessions } from './traffic/replay/replay-control.ts';
import { followSearch } from './traffic/search/search-host.ts';

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
