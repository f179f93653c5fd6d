// The import directions of the project: main → app ← renderer, e2e outside.
// `main/boundaries.test.ts` proves that each rule fails on a deliberate breach.

/** What each part of app/ must not know, because it is built on that part. */
const upward = {
  wire: ['frame', 'session', 'codes', 'findings', 'recording', 'stats', 'query', 'contract'],
  frame: ['session', 'codes', 'findings', 'recording', 'stats', 'query', 'contract'],
  session: ['codes', 'findings', 'recording', 'stats', 'query', 'contract'],
  codes: ['recording', 'stats', 'query', 'contract'],
  findings: ['recording', 'stats', 'query', 'contract'],
  recording: ['contract'],
  stats: ['contract'],
  query: ['contract'],
};

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle has no first file to read.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'app-imports-only-app',
      comment: 'app/ is the pure core: no Node, no DOM, no Electron, no package but zod.',
      severity: 'error',
      from: { path: '^app/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { pathNot: ['^app/', '^node_modules/zod/'] },
    },
    {
      name: 'app-tests-import-only-app-and-test-tools',
      severity: 'error',
      from: { path: ['^app/.*\\.test\\.ts$', '^app/.*/testing/'] },
      to: { pathNot: ['^app/', '^node_modules/(zod|vitest|fast-check)/', '^(node:)?(fs|path|url)$'] },
    },
    ...Object.entries(upward).map(([from, to]) => ({
      name: `app-${from}-not-upward`,
      comment: 'wire ← frame ← session ← codes, findings, recording, stats, query ← contract.',
      severity: 'error',
      from: { path: `^app/${from}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^app/(${to.join('|')})/` },
    })),
    {
      name: 'app-base-imports-nothing',
      severity: 'error',
      from: { path: '^app/base/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^app/base/' },
    },
    {
      name: 'app-protocol-imports-only-base',
      comment: 'What the protocol says depends on nothing that we make of it.',
      severity: 'error',
      from: { path: '^app/protocol/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(app/(protocol|base)|node_modules/zod)/' },
    },
    {
      name: 'main-and-renderer-meet-only-in-app',
      severity: 'error',
      from: { path: '^main/' },
      to: { path: '^(renderer|e2e)/' },
    },
    {
      name: 'renderer-never-imports-main',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main|e2e)/' },
    },
    {
      name: 'renderer-knows-no-node',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'renderer-packages',
      comment: 'The screen has few packages, and none that generates code.',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^node_modules/',
        pathNot: [
          '^node_modules/(@types/)?(react|react-dom|react-markdown|remark-gfm|zustand|zod|birpc|react-resizable-panels)/',
          '^node_modules/@base-ui/',
          '^node_modules/vite/',
        ],
      },
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
      to: { path: '^(main|renderer)/' },
    },
    {
      name: 'no-unresolvable',
      comment: 'Some recorded servers are built on packages that are installed only to record them.',
      severity: 'error',
      from: { pathNot: '^e2e/servers/recorded/(fastmcp|mcp-ts-core)\\.js$' },
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
