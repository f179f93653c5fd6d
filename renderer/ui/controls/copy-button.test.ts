import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const RENDERER = new URL('../../', import.meta.url);
const CLIPBOARD = /navigator\.clipboard|execCommand|ClipboardItem|clipboardData\.setData/;

it('is the only way to the clipboard, so that no copy leaves out the redaction', () => {
  const sources = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
  );
  const reaching = sources.filter((path) => CLIPBOARD.test(readFileSync(new URL(path, RENDERER), 'utf8')));
  expect(reaching.map((path) => path.replaceAll('\\', '/'))).toEqual(['ui/controls/copy-button.tsx']);
});
