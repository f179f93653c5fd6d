// What every page of the app has: its tokens, its reset and a theme.
import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import '../style/tokens.css';
import '../style/base.css';

document.documentElement.dataset.theme = 'light';
document.documentElement.lang = 'en';

// The files of a browser share its page and its storage: what an earlier one kept is no setting of this one.
localStorage.clear();
beforeEach(() => cleanup());
