import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { parseSuite, suiteFileSchema } from './suite-file.ts';

test('the published JSON Schema is the one that files are checked by', () => {
  const published = readFileSync(new URL('../../../docs/suite.schema.json', import.meta.url), 'utf8');
  const schema = {
    title: 'Tierscope suite',
    description: 'Calls of an MCP server, and how each of them ends.',
    ...z.toJSONSchema(suiteFileSchema),
  };
  expect(published).toBe(`${JSON.stringify(schema, null, 2)}\n`);
});

describe('a suite', () => {
  it('asks for tools, prompts, resources, methods and lines', () => {
    const read = parseSuite(
      JSON.stringify({
        entries: [
          { tool: 'search', arguments: { q: 'x' }, expect: 'ok' },
          { tool: 'search', expect: { tier: 'tool', text: '*query*', maxDurationMs: 500 } },
          { prompt: 'greet', expect: { code: -32602 } },
          { name: 'a note', resource: 'note://1', expect: 'protocol' },
          { method: 'tools/list', params: {}, expect: 'ok' },
          { line: '{"jsonrpc', handshake: false, expect: 'silence' },
        ],
      }),
    );
    expect(read.ok ? read.value.entries.map(({ name, ask, expect: pin }) => [name, ask, pin]) : read).toEqual(
      [
        [
          'search',
          { kind: 'request', method: 'tools/call', params: { name: 'search', arguments: { q: 'x' } } },
          { tier: 'ok' },
        ],
        [
          'search (2)',
          { kind: 'request', method: 'tools/call', params: { name: 'search' } },
          { tier: 'tool', text: '*query*', maxDurationMs: 500 },
        ],
        ['greet', { kind: 'request', method: 'prompts/get', params: { name: 'greet' } }, { code: -32602 }],
        [
          'a note',
          { kind: 'request', method: 'resources/read', params: { uri: 'note://1' } },
          { tier: 'protocol' },
        ],
        ['tools/list', { kind: 'request', method: 'tools/list', params: {} }, { tier: 'ok' }],
        ['{"jsonrpc', { kind: 'line', line: '{"jsonrpc', handshake: false }, { tier: 'silence' }],
      ],
    );
  });

  test.each([
    ['{', 'The file is not JSON'],
    ['{"entries": []}', 'At entries'],
    [
      '{"entries": [{"expect": "ok"}]}',
      'At entries[0]: exactly one of tool, prompt, resource, method, line says what is asked, but none is there.',
    ],
    ['{"entries": [{"tool": "a", "line": "b", "expect": "ok"}]}', 'tool and line are there'],
    [
      '{"entries": [{"tool": "a", "params": {}, "expect": "ok"}]}',
      'At entries[0]: params belong to a method',
    ],
    [
      '{"entries": [{"method": "a", "arguments": {}, "expect": "ok"}]}',
      'arguments belong to a tool or a prompt',
    ],
    ['{"entries": [{"tool": "a", "expects": "ok"}]}', 'unknown member "expects"'],
    ['{"entries": [{"tool": "a", "expect": "amber"}]}', 'At entries[0].expect'],
    ['{"entries": [{"line": "⟨x × 99,000,000⟩", "expect": "ok"}]}', 'line cannot be read'],
    ['{"revision": "newest", "entries": [{"tool": "a", "expect": "ok"}]}', 'expected a revision'],
    ['{"variables": ["a b"], "entries": [{"tool": "a", "expect": "ok"}]}', 'At variables[0]'],
  ])('%s is refused with a sentence that names the place', (text, sentence) => {
    const read = parseSuite(text);
    expect(read.ok ? '' : read.error.join('\n')).toContain(sentence);
  });
});
