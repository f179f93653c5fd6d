import './style/tokens.css';
import './style/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startScreen } from './store/screen-host.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');

startScreen();
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <App />
    </CSPProvider>
  </StrictMode>,
);
