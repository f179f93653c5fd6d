import { expect, test } from 'vitest';
import { CommandEnd } from './command-end.ts';
import { headlessActions } from './run-headless.ts';

function printing() {
  const printed: string[] = [];
  const output = { stdout: (text: string): void => void printed.push(text), stderr: (): void => undefined };
  return { printed, actions: headlessActions(output, { tapCommand: [], tapWriterScript: '' }) };
}

test('lookup prints JSON in the form of the contract', async () => {
  const { printed, actions } = printing();
  expect(await actions.lookup({ query: '-32602', vocabulary: 'mcp-spec', format: 'json' })).toBe(0);
  const { query, matches } = JSON.parse(printed.join(''));
  expect(query).toBe('-32602');
  expect(matches[0]).toMatchObject({ code: -32602, vocabularyId: 'mcp-spec' });
  const members = [
    'code',
    'meaning',
    'name',
    'since',
    'source',
    'tier',
    'until',
    'vocabulary',
    'vocabularyId',
  ];
  expect(Object.keys(matches[0]).sort()).toEqual(members);
});

test('lookup prints text with the code and its name', async () => {
  const { printed, actions } = printing();
  await actions.lookup({ query: '-32601', vocabulary: null, format: 'text' });
  expect(printed.join('')).toMatch(/^-32601: /);
});

test('a vocabulary that the catalogue does not have is a usage error that lists those it has', async () => {
  const wrong = printing().actions.lookup({ query: '1', vocabulary: 'klingon', format: 'text' });
  await expect(wrong).rejects.toBeInstanceOf(CommandEnd);
  await expect(wrong).rejects.toThrow(/no vocabulary "klingon".*mcp-spec/);
});
