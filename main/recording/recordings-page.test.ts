import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { FOREIGN_FORMATS } from '../../app/recording/import/formats.ts';
import { EXPORT_FORMATS } from '../../app/report/report.ts';

// docs/recordings.md documents what the tables define.

let page = '';
beforeAll(async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/recordings.md'), 'utf8');
  page = text.replaceAll(/\s+/g, ' ');
});

it.each(Object.values(FOREIGN_FORMATS))('says what the format $title cannot tell', ({ title, notes }) => {
  expect(page).toContain(`| ${title} | ${notes.join(' ')} |`.replaceAll(/\s+/g, ' '));
});

it.each(Object.entries(EXPORT_FORMATS))(
  'says what the export %s leaves out',
  (name, { title, leavesOut }) => {
    expect(page).toContain(`| \`${name}\` | ${title} | ${leavesOut === '' ? 'nothing' : leavesOut} |`);
  },
);
