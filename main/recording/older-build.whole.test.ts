import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readText } from '../../app/recording/testing/read-bytes.ts';
import { LogModel } from '../../app/session/log-model.ts';

// Files of today in the build before recordings had HTTP: it opens them, passes over what it does not know, and takes the rest.

const root = fileURLToPath(new URL('../..', import.meta.url));
const corpus = join(root, 'e2e/corpus');
/** The last commit whose records know nothing of HTTP. */
const OLDER = '275ceff9';
/** A clone without history lacks it. */
const isHere = spawnSync('git', ['cat-file', '-e', OLDER], { cwd: root }).status === 0;
// Inside the tree, where the packages are found.
const folder = join(root, 'test-results', `build-${OLDER}`);

type Build = { readonly read: typeof readText; readonly model: () => LogModel };
let older: Build;

beforeAll(async () => {
  if (!isHere) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', OLDER, 'app', 'tsconfig.json'], {
    cwd: root,
    maxBuffer: 1 << 28,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const { readText: read } = await import(join(folder, 'app/recording/testing/read-bytes.ts'));
  const { LogModel: Model } = await import(join(folder, 'app/session/log-model.ts'));
  older = { read, model: () => new Model() };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const recordings = readdirSync(corpus).filter((name) => /^http-.*\.tierscope\.jsonl$/.test(name));

/** What a build makes of a file. */
function found({ read, model }: Build, text: string) {
  const { records, reader } = read(text);
  const log = model();
  for (const record of records) log.take(record);
  log.finish();
  return { reader, frames: records.filter(({ type }) => type === 'frame'), read: records.length };
}

test.skipIf(!isHere).each(recordings)('%s opens in a build that knows nothing of HTTP', (name) => {
  const text = readFileSync(join(corpus, name), 'utf8');
  const then = found(older, text);
  const now = found({ read: readText, model: () => new LogModel() }, text);
  expect([then.reader.refusal, then.reader.problems]).toEqual(['', []]);
  expect(then.frames).toEqual(now.frames);
  expect(then.read).toBeLessThan(now.read);
});
