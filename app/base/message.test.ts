import { describe, expect, it } from 'vitest';
import { messageText, placeholdersIn } from './message.ts';

describe('a message', () => {
  it('has its values in their places, as they are', () => {
    expect(messageText('{who} sent {n} of {who}', { who: '{n}', n: 3 })).toBe('{n} sent 3 of {n}');
  });

  it.each([
    [0, '0 records'],
    [1, '1 record'],
    [2, '2 records'],
  ])('takes the form of a word that goes with %i', (n, text) => {
    expect(messageText('{n} {n, one: record, other: records}', { n })).toBe(text);
  });

  it('leaves out a sentence of several that lacks a value', () => {
    const sentences = ['It ended.', 'It says {why}.'];
    expect(messageText(sentences, {})).toBe('It ended.');
    expect(messageText(sentences, { why: '' })).toBe('It ended. It says .');
    expect(messageText(sentences, (name) => name)).toBe('It ended. It says why.');
  });

  it.each([
    ['exiting early.', 'It says “exiting early”. Then it ended.'],
    ['wait...', 'It says “wait...”. Then it ended.'],
    ['no stop', 'It says “no stop”. Then it ended.'],
  ])('ends a sentence that quotes %j with one stop', (text, whole) => {
    expect(messageText('It says “{text}”. Then it ended.', { text })).toBe(whole);
    expect(messageText('It says {text}. Then it ended.', { text: `“${text}”` })).toBe(whole);
  });

  it('shows a placeholder that nobody filled, and takes JSON for text', () => {
    expect(messageText('{a} of {"a":1} and {}', {})).toBe('{a} of {"a":1} and {}');
    expect(placeholdersIn('{a} {b, one: x, other: y} {"c":1}')).toEqual(['a', 'b']);
  });
});
