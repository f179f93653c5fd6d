import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ELICITATION_CREATE, ROOTS_LIST, SAMPLING_CREATE_MESSAGE, SUBSCRIPTIONS_LISTEN } from './methods.ts';
import { MCP_REVISIONS } from './revisions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const methods = [SUBSCRIPTIONS_LISTEN, SAMPLING_CREATE_MESSAGE, ELICITATION_CREATE, ROOTS_LIST];

/** Whole string literals only: prose may name a method or a revision. */
const LITERALS = {
  method: new RegExp(`(['"\`])(${methods.join('|')})\\1`, 'g'),
  'meta key': /['`]io\.modelcontextprotocol\//g,
  revision: new RegExp(`(['"\`])(${MCP_REVISIONS.join('|')})\\1`, 'g'),
};
type Fact = keyof typeof LITERALS;

/** What may write such a literal itself, and why. */
const EXCEPTIONS: readonly (readonly [path: RegExp, facts: readonly Fact[], reason: string])[] = [
  [/^app\/protocol\//, ['method', 'meta key', 'revision'], 'the home of these facts'],
  [/\.test\.tsx?$|\/testing\//, ['method', 'meta key', 'revision'], 'tests write what stands on the wire'],
  [/^main\/(checks\/lab|bench)\//, ['method', 'revision'], 'scripted traffic, as it stands on the wire'],
  [/^app\/codes\/vocabular/, ['revision'], 'data: the revisions that a vocabulary and its codes belong to'],
  [/^app\/findings\/rules\//, ['revision'], 'the revision since which a rule holds, checked by its type'],
  [/^app\/codes\/fingerprints\//, ['revision'], 'the newest revision that an implementation speaks'],
];

function breaches(path: string, source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return Object.entries(LITERALS)
    .filter(
      ([fact]) => !EXCEPTIONS.some(([where, facts]) => where.test(path) && facts.includes(fact as Fact)),
    )
    .flatMap(([fact, literal]) => [...code.matchAll(literal)].map(([text]) => `${path}: ${fact} ${text}`));
}

it.each(['app', 'main', 'renderer'])('the sources of %s/ take protocol facts from app/protocol', (folder) => {
  const paths = readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path));
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.flatMap((path) => breaches(path, readFileSync(`${root}/${path}`, 'utf8')))).toEqual([]);
});

it('finds a literal in code, and passes over comments and prose', () => {
  const source = `/** Answers 'roots/list'. */\nconst said = 'The server may send roots/list.';\n`;
  expect(breaches('main/a.ts', source)).toEqual([]);
  expect(breaches('main/a.ts', `${source}if (method === 'roots/list') return;`)).toEqual([
    "main/a.ts: method 'roots/list'",
  ]);
  expect(breaches('renderer/a.tsx', "meta['io.modelcontextprotocol/serverInfo']")).toHaveLength(1);
  expect(breaches('app/session/a.ts', "revision >= '2026-07-28'")).toHaveLength(1);
  expect(breaches('app/findings/rules/x01.ts', "since('2025-06-18', 'advice')")).toEqual([]);
});
