import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../app/base/json-value.ts';
import { readBlock, readBlocks, readContents } from './content-block.ts';

const PIXEL = 'iVBORw0KGgo=';

describe('readBlock', () => {
  test('a text block keeps its text and counts UTF-8 bytes', () => {
    expect(readBlock({ type: 'text', text: 'né' })).toEqual({ kind: 'text', text: 'né', bytes: 3 });
  });

  test('an image of an allowed type becomes a data URL', () => {
    expect(readBlock({ type: 'image', mimeType: 'image/png', data: PIXEL })).toMatchObject({
      kind: 'image',
      bytes: 8,
      url: `data:image/png;base64,${PIXEL}`,
      problem: '',
    });
  });

  test('a type that could run something is never made into a URL', () => {
    const block = readBlock({ type: 'image', mimeType: 'text/html', data: PIXEL });
    expect(block).toMatchObject({ url: '', problem: 'text/html is not shown here.' });
    expect(readBlock({ type: 'audio', mimeType: 'audio/x"onerror', data: PIXEL })).toMatchObject({ url: '' });
  });

  test('broken base64 is said with the first wrong character', () => {
    expect(readBlock({ type: 'image', mimeType: 'image/png', data: 'ab*d' })).toMatchObject({
      url: '',
      problem: 'The data is not base64: "*" at character 3.',
    });
    expect(readBlock({ type: 'audio', mimeType: 'audio/wav', data: 'abcde' })).toMatchObject({
      problem: 'The data is not base64: 5 characters, not a multiple of 4.',
    });
  });

  test('an embedded resource shows its text, or the size of its blob', () => {
    const text = { type: 'resource', resource: { uri: 'note://1', mimeType: 'text/plain', text: 'hi' } };
    expect(readBlock(text)).toMatchObject({ kind: 'resource', uri: 'note://1', text: 'hi', bytes: 2 });
    const blob = { type: 'resource', resource: { uri: 'note://2', blob: PIXEL } };
    expect(readBlock(blob)).toMatchObject({ kind: 'resource', text: undefined, bytes: 8, problem: '' });
  });

  test('a block of an unknown type, or without one, keeps its value', () => {
    expect(readBlock({ type: 'video', data: 'x' })).toMatchObject({ kind: 'unknown', type: 'video' });
    expect(readBlock('plain')).toMatchObject({ kind: 'unknown', type: '', value: 'plain' });
    expect(readBlock({ type: 'text' })).toMatchObject({ kind: 'unknown', type: 'text' });
  });

  test('a picture in an embedded resource is shown as a picture', () => {
    const resource = { uri: 'note://3', mimeType: 'image/png', blob: PIXEL };
    const block = readBlock({ type: 'resource', resource });
    expect(block).toMatchObject({ media: { kind: 'image', url: `data:image/png;base64,${PIXEL}` } });
    expect(readContents([resource])).toEqual([block]);
  });

  test('a link keeps its title, size and annotations', () => {
    const annotations = { audience: ['user', 7], priority: 0.8, lastModified: '2025-01-12T15:00:58Z' };
    const link = { type: 'resource_link', uri: 'a://b', name: 'b', title: 'B', size: 12, annotations };
    expect(readBlock(link)).toMatchObject({
      name: 'b',
      title: 'B',
      size: 12,
      notes: { audience: ['user'], priority: 0.8, lastModified: '2025-01-12T15:00:58Z' },
    });
    expect(readBlock({ type: 'text', text: 'x', annotations: 'soon' }).notes).toBeUndefined();
  });

  test('content that is no list gives no blocks', () => {
    expect(readBlocks({ type: 'text' })).toEqual([]);
  });

  test('any JSON value gives a block', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof readBlock(value).kind === 'string'));
  });
});

test('a block as deep as it is read can be shown', () => {
  const deep = parseJson(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
  expect(() => readBlock(deep)).not.toThrow();
  expect(() => readBlock({ type: 'resource', resource: deep, annotations: deep })).not.toThrow();
});
