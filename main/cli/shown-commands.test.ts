import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { splitCommandLine } from '../session/command-line.ts';
import { run } from './testing/typed-program.ts';

// The program accepts every tierscope command shown in README and docs.

const root = join(import.meta.dirname, '../..');
const docs = readdirSync(join(root, 'docs')).flatMap((name) =>
  name.endsWith('.md') ? [`docs/${name}`] : [],
);
const code = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```(?:sh|bash)?\n([\s\S]*?)^```/gm)].map(
    ([, text = '']) => text,
  );
const shown = ['README.md', ...docs].flatMap((page) =>
  code(page)
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap(
      (line) => /(?:^|\| |npx |alias )tierscope (\S.*)$/.exec(line)?.[1]?.replace(/\s+[#>|].*$/, '') ?? [],
    ),
);

it('finds the commands', () => {
  expect(shown.length).toBeGreaterThan(25);
});

it.each(shown)('takes tierscope %s', async (line) => {
  const words = splitCommandLine(line, 'linux');
  if (!words.ok) throw new Error(words.error);
  vi.stubEnv('MCP_TOKEN', 'one');
  const { exitCode, stderr } = await run([words.value.command, ...words.value.args]);
  vi.unstubAllEnvs();
  expect([exitCode, stderr]).toEqual([0, '']);
});
