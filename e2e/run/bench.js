// `npm run bench`: each figure compared with a baseline measured in the same run.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { BURST_SIZES, bursts } from './bench-bursts.js';
import { clicks } from './bench-clicks.js';
import { errors } from './bench-errors.js';
import { exports } from './bench-export.js';
import { files, files5m } from './bench-files.js';
import { filters } from './bench-filter.js';
import { large } from './bench-large.js';
import { openings } from './bench-opening.js';
import { searches } from './bench-search.js';
import { seeks } from './bench-seek.js';
import { sessions } from './bench-sessions.js';
import { starts } from './bench-start.js';
import { windows } from './bench-window.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(root, 'dist/main/cli.js');
const lab = join(root, 'dist/main/error-lab.js');
const reaper = join(root, 'dist/main/reaper.js');
const passThrough = join(root, 'e2e/servers/pass-through.js');
const httpProxy = join(root, 'e2e/servers/http-proxy.js');
const receiver = join(root, 'e2e/servers/otlp-receiver.js');
const everything = join(root, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const flooder = join(root, 'e2e/servers/flooder.js');
/** N: chosen so that 2N reaches the limit of the rows' text. */
const FLOOD_BYTES = 100_000_000;
/** Smaller, because calls take time. */
const ANSWERED_BYTES = 20_000_000;
/** Always the same recordings, so that figures of two versions are comparable. */
const RECORDED = [
  'fastmcp-typescript',
  'mcp-ts-core',
  'typescript-sdk-v1-everything',
  'typescript-sdk-v1-filesystem',
  'typescript-sdk-v1-low-level',
  'typescript-sdk-v1-mcp-server',
  'typescript-sdk-v1-memory',
  'typescript-sdk-v2-initialize-era',
  'typescript-sdk-v2-modern-era',
].map((name) => join(root, 'e2e/corpus', `${name}.tierscope.jsonl`));

/** @param {string} name @param {string[]} args @returns {any} */
function measured(name, args) {
  const run = spawnSync(process.execPath, [join(root, 'dist/main', `${name}.js`), ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (run.status !== 0) throw new Error(`the benchmark ${name} failed`);
  return JSON.parse(run.stdout);
}

/** Each flood in its own host, since leftovers of one would count for the next. */
function memory() {
  const floods = {
    'stderr, 120 bytes a line': ['stderr', 120],
    'stderr, 1,000 bytes a line': ['stderr', 1000],
    'notifications, 300 bytes': ['stdout', 300],
    'answers, 400 bytes': ['answers', 400],
  };
  /** @type {Record<string, object>} */
  const report = {};
  for (const [name, [channel, lineBytes]] of Object.entries(floods)) {
    const bytes = channel === 'answers' ? ANSWERED_BYTES : FLOOD_BYTES;
    report[name] = measured('bench-memory', [
      flooder,
      reaper,
      String(channel),
      String(lineBytes),
      String(bytes),
    ]);
  }
  return report;
}

const build = spawnSync(process.execPath, ['main/bin/build.js'], { cwd: root, encoding: 'utf8' });
if (build.status !== 0) {
  console.error(build.stderr);
  process.exit(1);
}

/** @type {Record<string, (words: readonly string[]) => unknown>} */
const benches = {
  calls: () => measured('bench-calls', [lab, reaper, everything]),
  rules: () => measured('bench-rules', RECORDED),
  tap: () => measured('bench-tap', [cli, passThrough, 'proxy', everything, 'stdio']),
  otlp: () => measured('bench-tap', [cli, receiver, 'receiver', everything, 'stdio']),
  'http-tap': () => measured('bench-http-tap', [cli, httpProxy, everything]),
  bursts: () => bursts(measured('bench-burst', [lab, ...BURST_SIZES.map(String)])),
  memory,
  clicks,
  large,
  filter: filters,
  errors,
  start: starts,
  sessions,
  seek: seeks,
  files,
  files5m,
  opening: openings,
  window: windows,
  export: exports,
  search: searches,
  linear: (words) => {
    const readers = measured('bench-linear', [...words]);
    for (const { tooSteep } of Object.values(readers)) if (tooSteep) process.exitCode = 1;
    return readers;
  },
};
/** The baseline of each benchmark; `e2e/bench/aims.ts` has the aims, if any. @type {Record<string, string>} */
const BASELINES = {
  calls: 'against the bare SDK client on a server of its own',
  rules: 'against JSON.parse of the same lines as a whole and the checks of their envelopes',
  tap: 'against the thinnest proxy that Node can be, and beside it without any',
  otlp: 'the tap that sends telemetry, against the tap that sends none',
  'http-tap': 'against the thinnest reverse proxy that Node can be, and beside it without any',
  bursts: 'beside the bare SDK client and an empty page',
  memory:
    'bytes of the host for each byte that its recording grows by, with N and with 2N bytes; aim: at most 0.5 with 2N',
  clicks: 'without the time of the server, which stands beside',
  large: 'beside the page at rest',
  filter: 'over a million rows, beside a bare loop over as many texts and the page at rest',
  errors: 'from the key to the row and its headline among a million rows, beside the key to the next row',
  start:
    'npm start of a built app until rows are on the screen, over the own start of the same browser on an empty page',
  sessions: 'ten against one, each called 20 times a second',
  seek: 'a million frames against ten thousand',
  files: 'opened by the app, beside JSON.parse of every line and of its raw text',
  files5m: 'the same with five million frames, beside one million',
  opening:
    'the page used while a million frames are still being read, beside the same inputs once it is open',
  window:
    'a million frames of mixed traffic on the screen; the page of ten thousand stands beside its memory',
  export: 'beside JSON.parse of every line of the same file',
  search: 'through the app, beside grep -c of the same word in the same file',
  linear:
    'time of each reader over JSON.parse of the same bytes, at the smallest and the largest input; aim: exponent of at most 1.3, and for progress a ratio of at most 1.1; it fails above',
};
const script = fileURLToPath(new URL('../bench/run-bench.ts', import.meta.url));
const { module } = await runnerImport(script, { configFile: false, logLevel: 'error' });
const all = Object.entries(benches).map(([name, run]) => [name, { against: BASELINES[name], run }]);
const code = await module.runBench(Object.fromEntries(all), process.argv.slice(2));
process.exitCode ||= code;
