import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';

/** Members with our own sentences. */
const SENTENCE = '(?:todo|explanation|happened|action|instruction|how|advice)';
const CUTS =
  '(?:startsWith|endsWith|match|matchAll|replace|replaceAll|split|slice|substring|search|indexOf|lastIndexOf)';

/** Patterns that read a fact back from a sentence, each with a line of code that did so. */
const READERS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`\\b${SENTENCE}\\??\\.${CUTS}\\(`), 'return how.replace(/^The model\\b/, caller);'],
  [
    new RegExp(`\\.(?:exec|test)\\((?:\\w+\\??\\.)*${SENTENCE}\\b`),
    "const [, subject = ''] = SUBJECT.exec(todo) ?? [];",
  ],
  [/\/\^\(?(?:\?:)?The [\w(]/, '/^The (?:author of (?:the )?)?(server|SDK|client)/'],
  [/\/.*(?:On stderr: |\^\(\?:must\|should\))/, '/^(?:must|should) (?!not )(.*)/s.exec(rest)'],
];

const sources = ['app', 'main', 'renderer'].flatMap((folder) =>
  readdirSync(new URL(`../../${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(?:^|[\\/])testing[\\/]/.test(file))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
);

test('no code reads one of our own sentences', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap((file) =>
    readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        READERS.some(([reader]) => reader.test(line)) ? [`${file}:${index + 1}`] : [],
      ),
  );
  expect(found).toEqual([]);
});

describe('a line of code that reads one', () => {
  it.each(READERS)('is found by %s', (reader, line) => {
    expect(reader.test(line)).toBe(true);
  });
});
