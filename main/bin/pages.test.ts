import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

// Links in the user documentation must resolve, and its commands must exist.

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const docs = readdirSync(join(root, 'docs')).flatMap((name) =>
  name.endsWith('.md') ? [`docs/${name}`] : [],
);
const pages = ['README.md', 'CONTRIBUTING.md', ...docs];

/** A page without its code. */
const prose = (page: string) => page.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** The anchors of a page, as a forge generates them from its headings. */
function anchors(page: string): string[] {
  return [...page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(pages)('every link of %s leads to a file, and to a heading of it', (page) => {
  const links = [...prose(read(page)).matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)];
  const broken = links.filter(([, path = '', anchor = '']) => {
    const target = path === '' ? page : relative(root, join(root, dirname(page), path));
    if (!existsSync(join(root, target))) return true;
    return anchor !== '' && !anchors(read(target)).includes(anchor);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

it('the index has a line for every page', () => {
  const index = read('docs/README.md');
  const missing = docs.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`));
  expect(missing).toEqual(['docs/README.md']);
});

it.each(docs.filter((page) => page !== 'docs/README.md'))('%s begins with what one gets', (page) => {
  expect(read(page)).toMatch(/^# .+\n\nYou get: .+/);
});

it('README is short', () => {
  const page = read('README.md');
  expect(page.split('\n').length).toBeLessThanOrEqual(120);
  expect(page.split(/\s+/).length).toBeLessThanOrEqual(900);
});

it('the glossary has at most 40 terms, in the order of the alphabet', () => {
  const terms = [...read('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\*/gm)].map(([, term = '']) => term);
  expect(terms.length).toBeLessThanOrEqual(40);
  expect(terms).toEqual(terms.toSorted());
});
