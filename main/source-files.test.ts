import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

// Style rules for every source file that no linter checks.

const root = fileURLToPath(new URL('..', import.meta.url));
const MAX_LINES = 400;
/** Lower-case words joined by hyphens, then the kind of file, as in `json-tree.property.test.ts`. */
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(ts|tsx|js|css)$/;

const FILES = ['app', 'main', 'renderer', 'e2e', 'tools'].flatMap((area) =>
  readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|js|css)$/.test(file))
    .map((file) => join(area, file)),
);

/** The files of the product. */
const SHIPPED = FILES.filter(
  (file) => /^(app|main|renderer)\b/.test(file) && !/\.test\.tsx?$|\btesting\b/.test(file),
);

const EXPORTED_TYPE = /^export (?:abstract )?(?:type|interface|class) (\w+)/gm;

/** The files that export a type of each name. */
function exportedTypes(files: readonly (readonly [file: string, text: string])[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const [file, text] of files) {
    for (const [, name = ''] of text.matchAll(EXPORTED_TYPE)) {
      places.set(name, [...(places.get(name) ?? []), file]);
    }
  }
  return places;
}

/** Opens a connection, or could. A method named `fetch` does not count. */
const NETWORK =
  /['"]node:(?:net|https?|http2|tls|dgram|dns)['"]|(?<![.\w]|async )fetch\(|\b(?:globalThis|window)\.fetch\(|new (?:WebSocket|EventSource|XMLHttpRequest)\(|sendBeacon|['"]@opentelemetry\/exporter/;

/** A hook of a module shared by several test files runs only for the first of them. */
const SHARED_HOOK = /^(?:before|after)(?:Each|All)\(/m;

/** Texts with a space, in code and markup, and what they must not contain. */
const TEXTS = /'([^'\n]*\s[^'\n]*)'|`([^`\n]*\s[^`\n]*)`|>([^<>{}=\n]{8,})</g;
const FORBIDDEN =
  /\bmend|\banew\b|\b(?:is|are|was|were|been) told\b|\bwhoever\b|\bso (?:many|much)\b|\b(?:heed|gravest|withdrawn)|(?<!\bthere )\bis no (?!longer)|\bas often as needed\b|\b(?:behaviour|colour|centre|catalogue|neighbour|(?:un)?recognis|analyse)/i;

/** The texts of a source file, without comments. */
function textsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
  return code
    .split('\n')
    .flatMap((line) => [...line.matchAll(TEXTS)])
    .map(([, quoted, template, markup]) => quoted ?? template ?? markup ?? '');
}

const lineCount = (text: string) => text.split('\n').length - 1;

describe('the source files', () => {
  test('are found in each area', () => {
    expect(FILES.length).toBeGreaterThan(500);
  });

  test(`have ${MAX_LINES} lines at most`, () => {
    const long = FILES.filter((file) => lineCount(readFileSync(join(root, file), 'utf8')) > MAX_LINES);
    expect(long).toEqual([]);
  });

  test('have no word in their texts that the style forbids', () => {
    const texts = SHIPPED.flatMap((file) =>
      textsOf(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
    );
    expect(texts.length).toBeGreaterThan(3000);
    expect(texts.filter((text) => FORBIDDEN.test(text))).toEqual([]);
    expect(textsOf("const a = 'it is told'; // 'told'\n<p>so many rows</p>")).toEqual([
      'it is told',
      'so many rows',
    ]);
  });

  test('have pages beside them that keep to the same words', () => {
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      ...readdirSync(join(root, 'docs')).map((name) => join('docs', name)),
    ]
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .map((line) => `${file}: ${line}`),
      );
    expect(pages.length).toBeGreaterThan(1500);
    expect(pages.filter((line) => FORBIDDEN.test(line))).toEqual([]);
  });

  test('are named in kebab-case', () => {
    expect(FILES.filter((file) => !KEBAB.test(basename(file)))).toEqual([]);
    expect(
      ['jsonTree.ts', 'Json.tsx', 'json_tree.ts', '-json.ts'].filter((name) => KEBAB.test(name)),
    ).toEqual([]);
  });

  test('export no two types of one name', () => {
    const sources = FILES.filter((file) => /^(app|main|renderer)\b.*\.tsx?$/.test(file));
    const texts = sources.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
    const doubled = [...exportedTypes(texts)].filter(([, files]) => files.length > 1);
    expect(doubled).toEqual([]);
    const breach = ['a.ts', 'b.ts'].map((file) => [file, 'export type Match = {};\n'] as const);
    expect(exportedTypes(breach).get('Match')).toEqual(['a.ts', 'b.ts']);
  });

  test('register no hooks of tests outside of tests', () => {
    const shared = FILES.filter(
      // Vitest runs the setup file before each file of component tests.
      (file) => /\.tsx?$/.test(file) && !/\.(test|spec)\.tsx?$|[/\\]page-setup\.ts$/.test(file),
    );
    expect(shared.filter((file) => SHARED_HOOK.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
    expect(SHARED_HOOK.test('const all = [];\nafterEach(() => end(all));\n')).toBe(true);
  });

  test('open no connection but those of the loopback host and of its screens', () => {
    const connecting = SHIPPED.filter((file) => NETWORK.test(readFileSync(join(root, file), 'utf8')));
    expect(connecting.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
      'main/carrier/loopback-server.ts',
      'main/carrier/running-host.ts',
      'main/checks/lab/lab-http.ts',
      // To the servers that the user names, and the listeners in front of them on this machine.
      'main/system/http-client.ts',
      'main/system/http-line-server.ts',
      'main/system/http-refusal.ts',
      'main/system/loopback-gate.ts',
      // Wraps the pipe of this process's stdin, and connects to nothing.
      'main/system/own-stdin.ts',
      // Local sockets and named pipes, between an app and the user's taps.
      'main/tap/control-link.ts',
      'main/tap/control-server.ts',
      'main/tap/http-passage.ts',
      'main/tap/http-tap.ts',
      'main/tap/receive-taps.ts',
      'main/tap/recording-sender.ts',
      // To the collector that the user names.
      'main/telemetry/otlp-sender.ts',
      'renderer/state/host/host-link.ts',
    ]);
  });
});
