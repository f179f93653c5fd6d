import { builtinModules } from 'node:module';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const nodeOnly = [...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'electron'];

/** What was bundled, with the license of each package. */
const LICENSES = 'licenses.md';

/** The page is the index of its folder, wherever its source lies. */
const pageAtRoot: Plugin = {
  name: 'page-at-root',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const page = bundle['renderer/index.html'];
    if (page !== undefined) page.fileName = 'index.html';
  },
};

/** Undici as its index has it, without what only `fetch` and mocks need: a process starts in 60 ms and 3 MB less. */
const UNDICI = `
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
Object.assign(Dispatcher.prototype, api);
export { Agent, buildConnector, EnvHttpProxyAgent, ProxyAgent };
`;

const UNDICI_PARTS = `${import.meta.dirname}/main/undici-parts.js`;

const lessUndici: Plugin = {
  name: 'less-undici',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'main',
  resolveId: (id) => (id === 'undici' ? UNDICI_PARTS : undefined),
  load: (id) => (id === UNDICI_PARTS ? UNDICI : undefined),
};

/** Bytes of script that the first picture may need: what is opened later is loaded later. */
const MAX_FIRST_SCRIPT = 900_000;

type ModuleReader = (id: string) => {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
} | null;

const shell = `${import.meta.dirname}/renderer/shell`;
const FIRST_PICTURE = [`${import.meta.dirname}/renderer/main.tsx`];
/** What the first rows need beside it: the browser fetches that at the same time. */
const FIRST_ROWS = [`${shell}/followers.ts`, `${shell}/layout/session-panel.tsx`];
const DIALOGS = `${shell}/dialogs/dialogs.tsx`;

/** These modules, and whatever they import by other means than `import()`. */
function withImports(ids: readonly string[], getModuleInfo: ModuleReader): ReadonlySet<string> {
  const found = new Set(ids);
  for (const id of found) for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

const SCRIPTS = ['first', 'rows', 'screen', 'dialogs'] as const;
type PageScripts = Record<(typeof SCRIPTS)[number], ReadonlySet<string>>;

/** The modules of each script, the first of which has what is in several; a hundred small ones start more slowly. */
function pageScripts(getModuleInfo: ModuleReader): PageScripts {
  const first = withImports(FIRST_PICTURE, getModuleInfo);
  const laterOf = (id: string) => getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const ofScreen = [...first].filter((id) => id !== DIALOGS).flatMap(laterOf);
  return {
    first,
    rows: withImports(FIRST_ROWS, getModuleInfo),
    screen: withImports(ofScreen, getModuleInfo),
    dialogs: withImports(laterOf(DIALOGS), getModuleInfo),
  };
}

let scripts: PageScripts | undefined;

/** The script that a module of the page belongs to; undefined for one of its own. */
function scriptOf(id: string, getModuleInfo: ModuleReader): string | undefined {
  scripts ??= pageScripts(getModuleInfo);
  const held = scripts;
  return SCRIPTS.find((script) => held[script].has(id));
}

/** Fails the build of a page whose first picture needs too much script. */
const firstScript: Plugin = {
  name: 'first-script',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const first = new Set(
      Object.values(bundle).flatMap((one) => (one.type === 'chunk' && one.isEntry ? one.fileName : [])),
    );
    let size = 0;
    for (const file of first) {
      const chunk = bundle[file];
      if (chunk?.type !== 'chunk') continue;
      size += Buffer.byteLength(chunk.code);
      for (const imported of chunk.imports) first.add(imported);
    }
    if (size > MAX_FIRST_SCRIPT)
      this.error(`The first picture needs ${size} bytes of script, more than ${MAX_FIRST_SCRIPT}.`);
  },
};

const preloadFirstRows: Plugin = {
  name: 'preload-first-rows',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const rows = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === 'rows');
      if (rows === undefined) return [];
      const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${rows.fileName}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};

const isWholeRun = process.env.TIERSCOPE_WHOLE === '1';

/** These need a browser, see components.config.ts; or more time than the test command has. */
const ELSEWHERE = ['**/*.browser.test.tsx', ...(isWholeRun ? [] : ['**/*.whole.test.ts'])];

/** These put a module of their own in the place of `electron`. */
const STAND_INS = [
  'main/electron.test.ts',
  'main/electron-entries.test.ts',
  'main/preload.test.ts',
  'main/window/main-window.test.ts',
];

/** The tests of one folder; how its files are kept apart is for the folder to say. */
function unitTests(
  name: string,
  apart: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [`${name}/**/*.test.{ts,tsx}`],
      exclude: ELSEWHERE,
      environment: 'node',
      setupFiles: ['app/base/testing/random-cases.ts'],
      restoreMocks: true,
      // A limit for what hangs, not for what is slow: a loaded machine must not fail a test.
      testTimeout: 150_000,
      hookTimeout: 150_000,
      ...apart,
    },
  };
}

/** One build for the three places that code runs in: the page, Node or Electron's main, and the preload. */
export default defineConfig({
  root: import.meta.dirname,
  // Both hosts serve the page at the root of its origin.
  base: '/',
  plugins: [react(), lessUndici, pageAtRoot, firstScript, preloadFirstRows],
  environments: {
    client: {
      build: {
        outDir: 'dist/renderer',
        license: { fileName: LICENSES },
        emptyOutDir: true,
        target: 'chrome120',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        // One sheet, whose order does not hang on what was opened first.
        cssCodeSplit: false,
        rolldownOptions: {
          input: 'renderer/index.html',
          output: {
            codeSplitting: {
              // A group takes what its modules import along, unless one before it has it.
              groups: SCRIPTS.map((script, at) => ({
                debugName: script,
                priority: SCRIPTS.length - at,
                name: (id, modules) =>
                  scriptOf(id, (one) => modules.getModuleInfo(one)) === script ? script : null,
              })),
            },
          },
        },
      },
    },
    main: {
      consumer: 'server',
      // Node reads one file in less time than the two hundred of the packages: the app starts in two thirds of it.
      resolve: { noExternal: true, external: ['electron'] },
      build: {
        outDir: 'dist/main',
        license: { fileName: LICENSES },
        emptyOutDir: true,
        target: 'node20',
        ssr: true,
        sourcemap: true,
        minify: false,
        rolldownOptions: {
          input: {
            cli: 'main/cli/cli.ts',
            electron: 'main/electron.ts',
            'error-lab': 'main/checks/lab/error-lab.ts',
            reaper: 'main/session/reaper.ts',
            'bench-calls': 'tools/bench/calls.ts',
            'bench-burst': 'tools/bench/burst.ts',
            'bench-rules': 'tools/bench/rules.ts',
            'bench-linear': 'tools/bench/linear.ts',
            'bench-tap': 'tools/bench/tap.ts',
            'bench-http-tap': 'tools/bench/http-tap.ts',
            'soak-fuzz': 'tools/bench/fuzz.ts',
            'bench-memory': 'tools/bench/memory.ts',
            'bench-mixed': 'tools/bench/mixed-input.ts',
            'open-worker': 'main/recording/open-worker.ts',
            'export-worker': 'main/recording/export-worker.ts',
            'search-worker': 'main/search/search-worker.ts',
            'compare-worker': 'main/recording/analysis/compare-worker.ts',
            'tap-writer': 'main/tap/tap-writer.ts',
            'telemetry-worker': 'main/telemetry/telemetry-worker.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      },
    },
    preload: {
      consumer: 'server',
      build: {
        outDir: 'dist/preload',
        emptyOutDir: true,
        target: 'node20',
        ssr: true,
        rolldownOptions: {
          input: { preload: 'main/preload.ts' },
          external: nodeOnly,
          output: { format: 'cjs', entryFileNames: '[name].cjs' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment);
      }
    },
  },
  test: {
    provide: { isWholeRun },
    projects: [
      // What is pure, or keeps its state in objects, may share a worker and the modules in it.
      unitTests('app', {
        pool: 'threads',
        isolate: false,
        // In one project, the modules of `app` are read once for all.
        include: ['app', 'e2e', 'tools'].map((folder) => `${folder}/**/*.test.ts`),
      }),
      unitTests('main', { pool: 'forks', isolate: false, exclude: [...ELSEWHERE, ...STAND_INS] }),
      unitTests('main apart', { pool: 'forks', include: STAND_INS }),
      unitTests('renderer', {
        pool: 'threads',
        isolate: false,
        setupFiles: ['app/base/testing/random-cases.ts', 'renderer/ui/testing/own-modules.ts'],
      }),
    ],
    // Vitest leaves one core free: half of a machine that has two. With a third worker the whole took longer.
    maxWorkers: '100%',
  },
});
