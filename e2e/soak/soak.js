// `npm run soak`: attacks that the app must withstand, minutes long, each with a limit and a count.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
// The self-test starts this once per fault, after building.
const isBuilt = process.env.TIERSCOPE_SOAK_BUILT === '1';
const build = isBuilt
  ? undefined
  : spawnSync(process.execPath, ['main/bin/build.js'], { cwd: root, encoding: 'utf8' });
if (build !== undefined && build.status !== 0) {
  console.error(build.stderr);
  process.exit(1);
}
const script = fileURLToPath(new URL('./run-soak.ts', import.meta.url));
const { module } = await runnerImport(script, { configFile: false, logLevel: 'error' });
process.exitCode = await module.runSoak(process.argv.slice(2));
