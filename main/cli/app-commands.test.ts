import { expect, it } from 'vitest';
import { typedFile } from './app-commands.ts';

it('takes the address that a desktop hands over for the path that it means', () => {
  expect(typedFile('file:///home/me/my%20run.tierscope.jsonl')).toBe('/home/me/my run.tierscope.jsonl');
  expect(typedFile('./file.jsonl')).toBe('./file.jsonl');
  expect(typedFile('file://elsewhere/a.jsonl')).toBe('file://elsewhere/a.jsonl');
});
