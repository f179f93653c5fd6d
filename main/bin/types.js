// Type-checks the five folders, each with the globals that it may use.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
let failed = false;
for (const folder of ['app', 'main', 'renderer', 'e2e', 'tools']) {
  const run = spawnSync(process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', folder], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) failed = true;
}
process.exitCode = failed ? 1 : 0;
