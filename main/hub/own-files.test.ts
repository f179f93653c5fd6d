import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readOwnVocabularies, vocabularyFolder } from './own-files.ts';

let folder = '';

beforeEach(async () => {
  folder = vocabularyFolder(await mkdtemp(join(tmpdir(), 'tierscope-own-')));
  await mkdir(folder);
});

afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

function file(name: string, value: unknown): Promise<void> {
  return writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
}

const acme = { id: 'acme', name: 'Acme', codes: [{ code: -32050, name: 'QueueFull', meaning: 'Full.' }] };

test('reads every JSON file, and reports what is wrong with the others by their names', async () => {
  await file('acme.json', acme);
  await file('broken.json', '{');
  await file('misspelled.json', { ...acme, id: 'other', naem: 'x' });
  await file('notes.txt', 'no vocabulary');
  const own = await readOwnVocabularies(folder);
  expect(own.vocabularies.map(({ vocabulary }) => vocabulary.id)).toEqual(['acme']);
  expect(own.problems).toEqual([
    { file: 'broken.json', message: expect.stringContaining('The file is not JSON') },
    { file: 'misspelled.json', message: expect.stringContaining('unknown member "naem"') },
  ]);
});

test('refuses a second file with the same id', async () => {
  await file('a.json', acme);
  await file('b.json', acme);
  const own = await readOwnVocabularies(folder);
  expect(own.vocabularies).toHaveLength(1);
  expect(own.problems).toEqual([{ file: 'b.json', message: expect.stringContaining('"acme" already') }]);
});

test('says so if a file cannot be read, and finds nothing in a folder that is not there', async () => {
  await mkdir(join(folder, 'folder.json'));
  expect((await readOwnVocabularies(folder)).problems).toEqual([
    { file: 'folder.json', message: expect.stringContaining('cannot be read') },
  ]);
  const none = join(folder, 'none');
  expect(await readOwnVocabularies(none)).toEqual({ folder: none, vocabularies: [], problems: [] });
});
