// The import directions of the project: main → app ← renderer, e2e and tools outside, and inside each the floors of
// `floors.json`. `main/boundaries.test.ts` proves that each rule fails on a deliberate breach.

const { budget: _, ...AREAS } = require('./floors.json');

const TESTS = ['\\.test\\.tsx?$', '/testing/'];

/** Every folder of an area, from the ground up, with the folders that it may import. */
const foldersOf = ({ floors }) =>
  floors.flatMap((floor, at) =>
    floor.map((folder) => ({ folder, knows: [folder, ...floors.slice(0, at).flat()] })),
  );

/** A folder imports itself and lower floors: no floor above, no neighbor, no file beside the folders. */
const floorRules = Object.entries(AREAS).flatMap(([area, plan]) => [
  ...foldersOf(plan).map(({ folder, knows }) => ({
    name: `${area}-${folder}-floor`,
    comment: 'A folder imports itself and the folders on lower floors.',
    severity: 'error',
    from: { path: `^${area}/${folder}/` },
    to: { path: `^${area}/`, pathNot: `^${area}/(${knows.join('|')})/` },
  })),
  {
    name: `${area}-unknown-folder`,
    comment: 'Every folder has a floor in floors.json.',
    severity: 'error',
    from: { path: `^${area}/[^/]+/`, pathNot: `^${area}/(${plan.floors.flat().join('|')})/` },
    to: {},
  },
]);

/** What a folder may import from node_modules; types of a package count as the package. */
const packageRules = ['app', 'renderer'].flatMap((area) =>
  foldersOf(AREAS[area]).map(({ folder }) => {
    const { '*': usual, [folder]: own = [] } = AREAS[area].packages;
    const names = area === 'app' || own.length === 0 ? [...usual, ...own] : own;
    return {
      name: `${area}-${folder}-packages`,
      comment: 'Few packages, and none that generates code.',
      severity: 'error',
      from: { path: `^${area}/${folder}/`, pathNot: TESTS },
      to: { path: '^node_modules/', pathNot: `^node_modules/(@types/)?(${names.join('|')})/` },
    };
  }),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...floorRules,
    ...packageRules,
    {
      name: 'no-cycles',
      comment: 'A cycle has no first file to read; a cycle of types neither.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'app-imports-only-app',
      comment: 'app/ is the pure core: no Node, no DOM, no Electron.',
      severity: 'error',
      from: { path: '^app/', pathNot: TESTS },
      to: { pathNot: ['^app/', '^node_modules/'] },
    },
    {
      name: 'app-tests-import-only-app-and-test-tools',
      severity: 'error',
      from: { path: ['^app/.*\\.test\\.ts$', '^app/.*/testing/'] },
      to: {
        pathNot: [
          '^app/',
          '^node_modules/(zod|vitest|fast-check|jsonc-parser|diff)/',
          '^(node:)?(fs|path|url)$',
        ],
      },
    },
    {
      name: 'main-and-renderer-meet-only-in-app',
      severity: 'error',
      from: { path: '^main/' },
      to: { path: '^(renderer|e2e|tools)/' },
    },
    {
      name: 'renderer-never-imports-main',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main|e2e|tools)/' },
    },
    {
      name: 'renderer-knows-no-node',
      severity: 'error',
      from: { path: '^renderer/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer-starts-in-shell',
      comment: 'The first file of the page knows only what puts the features together.',
      severity: 'error',
      from: { path: '^renderer/[^/]+$' },
      to: { path: '^renderer/', pathNot: '^renderer/(shell|ui/style)/' },
    },
    {
      name: 'electron-only-at-the-edge',
      comment: 'Everything else must run without the binary.',
      severity: 'error',
      from: {
        path: '^(app|main|renderer)/',
        pathNot: '^main/(electron\\.ts|preload\\.ts|window/|carrier/electron)',
      },
      to: { path: '^node_modules/electron/' },
    },
    {
      name: 'e2e-knows-only-app',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(main|renderer|tools)/', pathNot: '^main/checks/lab/testing/' },
    },
    {
      name: 'tools-know-only-app-and-main',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^(renderer|e2e)/' },
    },
    {
      name: 'no-unresolvable',
      comment: 'Some recorded servers are built on packages that are installed only to record them.',
      severity: 'error',
      from: { pathNot: '^e2e/(servers/recorded/(fastmcp|mcp-ts-core)\\.js$|corpus/servers/)' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
