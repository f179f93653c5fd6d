import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The checker itself is run, on a small tree in which each file breaks one direction.
// The real tree is for `npm run boundaries`.

const root = fileURLToPath(new URL('..', import.meta.url));
const depcruise = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');

type Breach = { readonly from: string; readonly rule: string };

/** Checks a tree with the project's own rules: every breach by file and rule. */
async function check(folder: string, names: readonly string[]): Promise<Breach[]> {
  const args = [
    depcruise,
    '--config',
    join(folder, '.dependency-cruiser.cjs'),
    '--output-type',
    'json',
    ...names,
  ];
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 1 << 28 });
  const { stdout } = await run.catch((failure: { stdout: string }) => failure);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string; severity: string } }[] };
  };
  return summary.violations.map(({ from, rule }) => ({ from, rule: rule.name }));
}

/** A file, the import in it, and the rule that must refuse it; no rule where it is allowed. */
const cases: readonly (readonly [file: string, imported: string, rule: string | null])[] = [
  ['app/frame/a.ts', '../wire/free.ts', null],
  ['app/contract/a.ts', '../frame/free.ts', null],
  ['app/wire/zod.ts', 'zod', null],
  ['main/a.ts', '../app/wire/free.ts', null],
  ['main/node.ts', 'node:fs', null],
  ['renderer/a.ts', '../app/wire/free.ts', null],
  ['renderer/react.ts', 'react', null],
  ['main/electron.ts', 'electron', null],
  ['main/window/electron.ts', 'electron', null],
  ['main/carrier/electron-port.ts', 'electron', null],
  ['e2e/a.ts', '../app/wire/free.ts', null],
  ['app/base/a.ts', '../wire/free.ts', 'app-base-imports-nothing'],
  ['app/protocol/a.ts', '../wire/free.ts', 'app-protocol-imports-only-base'],
  ['app/wire/a.ts', '../frame/free.ts', 'app-wire-not-upward'],
  ['app/frame/b.ts', '../session/free.ts', 'app-frame-not-upward'],
  ['app/session/a.ts', '../codes/free.ts', 'app-session-not-upward'],
  ['app/codes/a.ts', '../query/free.ts', 'app-codes-not-upward'],
  ['app/findings/a.ts', '../stats/free.ts', 'app-findings-not-upward'],
  ['app/recording/a.ts', '../contract/free.ts', 'app-recording-not-upward'],
  ['app/stats/a.ts', '../contract/free.ts', 'app-stats-not-upward'],
  ['app/query/a.ts', '../contract/free.ts', 'app-query-not-upward'],
  ['app/wire/main.ts', '../../main/free.ts', 'app-imports-only-app'],
  ['app/wire/renderer.ts', '../../renderer/free.ts', 'app-imports-only-app'],
  ['app/wire/node.ts', 'node:fs', 'app-imports-only-app'],
  ['app/wire/react.ts', 'react', 'app-imports-only-app'],
  ['app/wire/a.test.ts', 'node:child_process', 'app-tests-import-only-app-and-test-tools'],
  ['main/renderer.ts', '../renderer/free.ts', 'main-and-renderer-meet-only-in-app'],
  ['main/e2e.ts', '../e2e/free.ts', 'main-and-renderer-meet-only-in-app'],
  ['renderer/main.ts', '../main/free.ts', 'renderer-never-imports-main'],
  ['renderer/e2e.ts', '../e2e/free.ts', 'renderer-never-imports-main'],
  ['renderer/node.ts', 'node:fs', 'renderer-knows-no-node'],
  ['renderer/sdk.ts', '@modelcontextprotocol/sdk', 'renderer-packages'],
  ['main/session/electron.ts', 'electron', 'electron-only-at-the-edge'],
  ['main/cli/electron.ts', 'electron', 'electron-only-at-the-edge'],
  ['e2e/main.ts', '../main/free.ts', 'e2e-knows-only-app'],
  ['e2e/renderer.ts', '../renderer/free.ts', 'e2e-knows-only-app'],
  ['main/missing.ts', './nowhere.ts', 'no-unresolvable'],
];

const freeFolders = [
  ...['wire', 'frame', 'session', 'codes', 'stats', 'query', 'contract'].map((name) => `app/${name}`),
  'main',
  'renderer',
  'e2e',
];

/** Empty packages of the names that the rules speak of. */
const packages = ['zod', 'react', 'electron', '@modelcontextprotocol/sdk'];

describe('the checker of the import directions', () => {
  let folder = '';
  let breaches: Breach[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tierscope-boundaries-'));
    for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) {
      await cp(join(root, name), join(folder, name));
    }
    const write = async (file: string, text: string): Promise<void> => {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    };
    for (const name of packages) {
      await write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
      await write(`node_modules/${name}/index.js`, 'export const it = 1;\n');
    }
    for (const free of freeFolders) await write(`${free}/free.ts`, 'export const free = 1;\n');
    for (const [file, imported] of cases)
      await write(file, `import * as it from '${imported}';\nexport { it };\n`);
    await write('app/wire/one.ts', "export { two } from './two.ts';\nexport const one = 1;\n");
    await write('app/wire/two.ts', "export { one } from './one.ts';\nexport const two = 2;\n");
    breaches = await check(folder, ['app', 'main', 'renderer', 'e2e']);
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true }));

  test.each(cases.filter(([, , rule]) => rule !== null))(
    'refuses %s importing %s',
    (file, _imported, rule) => {
      expect(breaches).toContainEqual({ from: file, rule });
    },
  );

  test.each(cases.filter(([, , rule]) => rule === null))('lets %s import %s', (file) => {
    expect(breaches.filter((breach) => breach.from === file)).toEqual([]);
  });

  test('refuses a cycle', () => {
    expect(breaches).toContainEqual({ from: 'app/wire/one.ts', rule: 'no-cycles' });
  });
});
