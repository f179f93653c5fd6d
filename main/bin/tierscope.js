#!/usr/bin/env node
// The command line as installed: runs what `npm run build` has built.
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const built = fileURLToPath(new URL('../../dist/main/cli.js', import.meta.url));
if (existsSync(built)) {
  await import(pathToFileURL(built).href);
} else {
  console.error('tierscope: it is not built yet. Run "npm ci && npm run build" in its folder first.');
  process.exitCode = 3;
}
