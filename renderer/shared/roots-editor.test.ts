import { expect, test } from 'vitest';
import { folderUri, rootWarning } from './roots-editor.tsx';

test.each([
  ['', 'left out'],
  [' file:///a', 'spaces'],
  ['/home/me', 'no URI'],
  ['https://example.com/', 'file:// URIs only'],
  ['file:/a', 'begins with file://'],
  ['file://server/share', 'the machine server'],
  ['file:///a?b', '%3F'],
  ['file:///a/../b', '..'],
  ['file:///', 'whole disk'],
  ['file:///twice', 'twice'],
])('the root "%s" is warned of: %s', (uri, text) => {
  expect(rootWarning(uri, ['file:///twice'])).toContain(text);
});

test('a sound root needs no warning', () => {
  expect(rootWarning('file:///home/me/a%20b', [])).toBe('');
});

test.each([
  ['/home/me/a b#1', 'file:///home/me/a%20b%231'],
  ['C:\\Users\\me', 'file:///C:/Users/me'],
  ['', ''],
  ['relative/path', ''],
])('the folder %s is the URI %s', (folder, uri) => {
  expect(folderUri(folder)).toBe(uri);
});
