// Common to every page of the app: its tokens, its reset and a theme.
import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import '../style/tokens.css';
import '../style/base.css';

document.documentElement.dataset.theme = 'light';
document.documentElement.lang = 'en';

// The files of a browser share its page and storage: settings of an earlier file must not apply here.
localStorage.clear();
beforeEach(() => cleanup());
