import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueEntries } from './catalogue.ts';
import { templateMatches, templateWeight } from './message-template.ts';

describe('a message template', () => {
  it.each([
    ['Tool <x> not found', 'Tool foo not found', true],
    ['Tool <x> not found', '12:00 [error] Tool foo not found (id 3)', true],
    ['Tool <x> not found', 'Resource foo not found', false],
    ['Timeout', 'Timeout', true],
    ['Timeout', 'RequestTimeout', false],
    ["Unknown tool: '<x>'", "Unknown tool: 'a'", true],
    ["Unknown tool: '<x>'", 'Unknown tool: a', false],
    ['HTTP (<x>)', 'HTTP (503)', true],
  ])('%s against "%s" is %s', (template, text, expected) => {
    expect(templateMatches(template, text)).toBe(expected);
  });

  it('weighs only its fixed text', () => {
    expect(templateWeight('Tool <x> not found')).toBe('Tool  not found'.length);
  });

  it('of the catalogue always has fixed text, matches itself, and takes any text', () => {
    for (const template of catalogueEntries().flatMap((entry) => entry.messages)) {
      expect(templateWeight(template), template).toBeGreaterThan(3);
      expect(templateMatches(template, template), template).toBe(true);
    }
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (template, text) => typeof templateMatches(template, text) === 'boolean',
      ),
    );
  });
});
