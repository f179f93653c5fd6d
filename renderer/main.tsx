import './shell/no-evaluation.ts';
import './ui/style/tokens.css';
import './ui/style/base.css';
import { startApp } from './shell/start-app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
startApp(root);
