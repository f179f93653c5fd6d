import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import plan from '../floors.json' with { type: 'json' };

// Runs the checker itself on a small tree in which each file violates one rule. `npm run boundaries` checks the real
// tree.

const root = fileURLToPath(new URL('..', import.meta.url));
const depcruise = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');

const { budget: _, ...areas } = plan;
type Area = keyof typeof areas;
const AREAS = Object.keys(areas) as Area[];

type Breach = { readonly from: string; readonly rule: string };

/** Checks a tree with the project's own rules: returns every violation by file and rule. */
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

/** A file, an import in it, and the rule that must refuse it; null if it is allowed. */
type Case = readonly [file: string, imported: string, rule: string | null];

/** Each folder of an area: what it may import from a lower floor, its neighbors and the floor above. */
function floorCases(area: Area): Case[] {
  const { floors } = areas[area];
  return floors.flatMap((floor, at) =>
    floor.flatMap((folder) => {
      const refused = (name: string, other: string): Case => [
        `${area}/${folder}/${name}.ts`,
        `../${other}/free.ts`,
        `${area}-${folder}-floor`,
      ];
      const lower = (floors[at - 1] ?? []).map(
        (other): Case => [`${area}/${folder}/knows-${other}.ts`, `../${other}/free.ts`, null],
      );
      const neighbors = floor
        .filter((other) => other !== folder)
        .map((other) => refused(`neighbor-${other}`, other));
      const upper = (floors[at + 1] ?? []).map((other) => refused(`above-${other}`, other));
      return [...lower, ...neighbors, ...upper];
    }),
  );
}

const CASES: readonly Case[] = [
  ...AREAS.flatMap(floorCases),
  ['app/wire/zod.ts', 'zod', null],
  ['app/hosts/jsonc.ts', 'jsonc-parser', null],
  ['app/analysis/compare/diff.ts', 'diff', null],
  ['main/hub/app.ts', '../../app/wire/free.ts', null],
  ['main/hub/node.ts', 'node:fs', null],
  ['main/hub/whole.test.ts', '../window/free.ts', 'main-hub-floor'],
  ['renderer/traffic/app.ts', '../../app/wire/free.ts', null],
  ['renderer/traffic/react.ts', 'react', null],
  ['renderer/main.ts', './shell/free.ts', null],
  ['main/electron.ts', 'electron', null],
  ['main/window/electron.ts', 'electron', null],
  ['main/carrier/electron-port.ts', 'electron', null],
  ['e2e/specs/app.ts', '../../app/wire/free.ts', null],
  ['e2e/specs/cases.ts', '../../main/checks/lab/testing/free.ts', null],
  ['tools/bench/main.ts', '../../main/hub/free.ts', null],
  ['tools/bench/app.ts', '../../app/wire/free.ts', null],
  ['app/attic/a.ts', '../base/free.ts', 'app-unknown-folder'],
  ['main/attic/a.ts', '../session/free.ts', 'main-unknown-folder'],
  ['renderer/attic/a.ts', '../ui/free.ts', 'renderer-unknown-folder'],
  ['e2e/attic/a.ts', '../pages/free.ts', 'e2e-unknown-folder'],
  ['tools/attic/a.ts', '../bench/free.ts', 'tools-unknown-folder'],
  ['renderer/other.ts', './state/free.ts', 'renderer-starts-in-shell'],
  ['renderer/traffic/start.ts', '../main.ts', 'renderer-traffic-floor'],
  ['app/wire/main.ts', '../../main/hub/free.ts', 'app-imports-only-app'],
  ['app/wire/renderer.ts', '../../renderer/ui/free.ts', 'app-imports-only-app'],
  ['app/wire/node.ts', 'node:fs', 'app-imports-only-app'],
  ['app/wire/react.ts', 'react', 'app-wire-packages'],
  ['app/wire/diff.ts', 'diff', 'app-wire-packages'],
  ['app/wire/jsonc.ts', 'jsonc-parser', 'app-wire-packages'],
  ['app/wire/a.test.ts', 'node:child_process', 'app-tests-import-only-app-and-test-tools'],
  ['main/hub/renderer.ts', '../../renderer/ui/free.ts', 'main-and-renderer-meet-only-in-app'],
  ['main/hub/e2e.ts', '../../e2e/pages/free.ts', 'main-and-renderer-meet-only-in-app'],
  ['renderer/ui/main.ts', '../../main/hub/free.ts', 'renderer-never-imports-main'],
  ['renderer/ui/e2e.ts', '../../e2e/pages/free.ts', 'renderer-never-imports-main'],
  ['renderer/ui/node.ts', 'node:fs', 'renderer-knows-no-node'],
  ['renderer/ui/store.ts', 'zustand', 'renderer-ui-packages'],
  ['renderer/state/sdk.ts', '@modelcontextprotocol/sdk', 'renderer-state-packages'],
  ['renderer/traffic/sdk.ts', '@modelcontextprotocol/sdk', 'renderer-traffic-packages'],
  ['main/session/electron.ts', 'electron', 'electron-only-at-the-edge'],
  ['main/cli/electron.ts', 'electron', 'electron-only-at-the-edge'],
  ['e2e/pages/main.ts', '../../main/hub/free.ts', 'e2e-knows-only-app'],
  ['e2e/pages/renderer.ts', '../../renderer/ui/free.ts', 'e2e-knows-only-app'],
  ['main/hub/tools.ts', '../../tools/bench/free.ts', 'main-and-renderer-meet-only-in-app'],
  ['renderer/ui/tools.ts', '../../tools/bench/free.ts', 'renderer-never-imports-main'],
  ['e2e/pages/tools.ts', '../../tools/bench/free.ts', 'e2e-knows-only-app'],
  ['tools/bench/renderer.ts', '../../renderer/ui/free.ts', 'tools-know-only-app-and-main'],
  ['tools/bench/e2e.ts', '../../e2e/pages/free.ts', 'tools-know-only-app-and-main'],
  ['main/hub/missing.ts', './nowhere.ts', 'no-unresolvable'],
];

/** Files whose whole text matters: type-only imports, and cycles. */
const TEXTS: readonly (readonly [file: string, text: string])[] = [
  ['app/wire/types.ts', "import type { free } from '../frame/free.ts';\nexport type Free = typeof free;\n"],
  [
    'renderer/ui/types.ts',
    "import type { free } from '../state/free.ts';\nexport type Free = typeof free;\n",
  ],
  ['main/checks/lab/testing/free.ts', 'export const free = 1;\n'],
  ['app/wire/one.ts', "export { two } from './two.ts';\nexport const one = 1;\n"],
  ['app/wire/two.ts', "export { one } from './one.ts';\nexport const two = 2;\n"],
  [
    'renderer/shell/chicken.ts',
    "import type { Egg } from './egg.ts';\nexport type Chicken = { egg: Egg };\n",
  ],
  [
    'renderer/shell/egg.ts',
    "import type { Chicken } from './chicken.ts';\nexport type Egg = { chicken?: Chicken };\n",
  ],
];

const TEXT_BREACHES: readonly (readonly [what: string, file: string, rule: string])[] = [
  ['a breach of the core by types alone', 'app/wire/types.ts', 'app-wire-floor'],
  ['a breach of the screen by types alone', 'renderer/ui/types.ts', 'renderer-ui-floor'],
  ['a cycle', 'app/wire/one.ts', 'no-cycles'],
  ['a cycle of types alone', 'renderer/shell/chicken.ts', 'no-cycles'],
];

/** Empty packages with the names in the rules. */
const PACKAGES = ['zod', 'jsonc-parser', 'diff', 'react', 'zustand', 'electron', '@modelcontextprotocol/sdk'];

describe('the checker of the import directions', () => {
  let folder = '';
  let breaches: Breach[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tierscope-boundaries-'));
    for (const name of ['.dependency-cruiser.cjs', 'floors.json', 'tsconfig.json', 'package.json']) {
      await cp(join(root, name), join(folder, name));
    }
    const write = async (file: string, text: string): Promise<void> => {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    };
    for (const name of PACKAGES) {
      await write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
      await write(`node_modules/${name}/index.js`, 'export const it = 1;\n');
    }
    for (const area of AREAS) {
      for (const name of areas[area].floors.flat()) {
        await write(`${area}/${name}/free.ts`, 'export const free = 1;\n');
      }
    }
    for (const [file, imported] of CASES)
      await write(file, `import * as it from '${imported}';\nexport { it };\n`);
    for (const [file, text] of TEXTS) await write(file, text);
    breaches = await check(folder, AREAS);
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true }));

  test.each(CASES.filter(([, , rule]) => rule !== null))(
    'refuses %s importing %s',
    (file, _imported, rule) => {
      expect(breaches).toContainEqual({ from: file, rule });
    },
  );

  test.each(CASES.filter(([, , rule]) => rule === null))('lets %s import %s', (file) => {
    expect(breaches.filter((breach) => breach.from === file)).toEqual([]);
  });

  test.each(TEXT_BREACHES)('refuses %s', (_what, file, rule) => {
    expect(breaches).toContainEqual({ from: file, rule });
  });
});

describe('the floors', () => {
  test.each(AREAS)('have a place for every folder of %s', (area) => {
    const folders = readdirSync(join(root, area), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const placed: string[] = areas[area].floors.flat();
    expect(folders.filter((name) => !placed.includes(name))).toEqual([]);
    expect(new Set(placed).size).toBe(placed.length);
  });
});
