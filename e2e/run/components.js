// `npm run components`: only the component tests, in the browser that is found or installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { browserPath } from './browser.js';

const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'components.config.ts'];
const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, TIERSCOPE_BROWSER: browserPath() },
});
const [status] = await once(child, 'close');
process.exitCode = status ?? 1;
