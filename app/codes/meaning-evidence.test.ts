import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogEntries } from './catalog.ts';
import { dataShapeFit, templateMatches, templateWeight } from './meaning-evidence.ts';

describe('how data fits a shape', () => {
  it.each([
    ['{uri:string}', { uri: 'x' }, 4],
    ['{uri:string}', { other: 1 }, -1],
    ['{uri:string}', undefined, -1],
    ['{supported:string[], requested:string}', { supported: [], requested: 'x' }, 4],
    ['{supported:string[], requested:string}', { supported: [] }, -1],
    ['{elicitations:[{mode:"url",elicitationId,url,message}]}', { elicitations: [] }, 4],
    ['{needs:{extensions:{"a/b":{}}}}', { needs: { extensions: {} } }, 4],
    ['{needs:{extensions:{"a/b":{}}}}', { needs: { sampling: {} } }, -1],
    ['{needs:{extensions:{"a/b":{}}}}', { needs: 'all' }, -1],
    ['{needs: ClientCapabilities}', { needs: {} }, 4],
    ['{reason?,recovery?:{hint},retryable?,…author data}', { reason: 'x' }, 3],
    ['{reason?,recovery?:{hint},retryable?,…author data}', { hint: 'x' }, 0],
    ['{uri}|""', '', 4],
    ['{uri}|{message}', { message: 'x' }, 4],
    ['string', 'foo/bar', 2],
    ['any', { uri: 'x' }, 0],
    [null, { uri: 'x' }, 0],
  ])('%s with %o gives %i', (shape, data, points) => {
    expect(dataShapeFit(shape, data)).toBe(points);
  });

  it('gives a number for every shape of the catalog and any data', () => {
    const shapes = catalogEntries().map((entry) => entry.dataShape);
    fc.assert(
      fc.property(fc.constantFrom(...shapes), fc.jsonValue(), (shape, data) =>
        Number.isInteger(dataShapeFit(shape, data)),
      ),
    );
  });
});

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

  it('takes a number alone where it says <n>', () => {
    expect(templateMatches('Found <n> seeds', 'Found 1,204 seeds')).toBe(true);
    expect(templateMatches('Found <n> seeds', 'Found in the shed: no seeds')).toBe(false);
  });

  it('of the catalog always has fixed text, matches itself, and takes any text', () => {
    for (const template of catalogEntries().flatMap((entry) => entry.messages)) {
      expect(templateWeight(template), template).toBeGreaterThan(3);
      expect(templateMatches(template, template.replaceAll('<n>', '12')), template).toBe(true);
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
