import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { parseProjectFile, projectFileSchema } from './project-file.ts';

test('the published JSON Schema is the one that files are checked by', () => {
  const published = readFileSync(new URL('../../../docs/project.schema.json', import.meta.url), 'utf8');
  const schema = {
    title: 'Tierscope project file',
    description: 'What a repository says of its MCP server.',
    ...z.toJSONSchema(projectFileSchema),
  };
  expect(published).toBe(`${JSON.stringify(schema, null, 2)}\n`);
});

describe('a project file', () => {
  it('may be empty', () => {
    expect(parseProjectFile('{}')).toEqual({
      ok: true,
      value: { rules: {}, expected: [], groups: [], host: undefined, probe: undefined },
    });
  });

  it('says which rules are off, at which tiers calls end, for which host, and how the server is probed', () => {
    const read = parseProjectFile(
      JSON.stringify({
        rules: { T02: { as: 'off', reason: 'the SDK does it' } },
        expected: { 'search with no query': 'tool', 'resources/read with x = [1]': 'protocol -32602' },
        groups: [{ name: 'no note', match: { tier: 'tool', message: 'No note*' }, splitBy: ['target'] }],
        host: 'claude-code',
        probe: { command: ['node', 'server.js'], call: ['echo'] },
      }),
    );
    expect(read).toEqual({
      ok: true,
      value: {
        rules: { T02: { as: 'off', reason: 'the SDK does it' } },
        expected: [
          {
            ...{ label: 'search with no query', target: 'search', tier: 'tool', code: undefined },
            condition: { kind: 'without', argument: 'query' },
          },
          {
            ...{
              label: 'resources/read with x = [1]',
              target: 'resources/read',
              tier: 'protocol',
              code: -32602,
            },
            condition: { kind: 'equal', argument: 'x', value: [1] },
          },
        ],
        groups: [{ name: 'no note', match: { tier: 'tool', message: 'No note*' }, splitBy: ['target'] }],
        host: 'claude-code',
        probe: { command: ['node', 'server.js'], call: ['echo'] },
      },
    });
  });

  it('has no more entries than a person would write', () => {
    const many = (count: number) =>
      JSON.stringify({
        expected: Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, 'ok'])),
      });
    expect(parseProjectFile(many(5000)).ok).toBe(true);
    expect(parseProjectFile(many(5001))).toEqual({
      ok: false,
      error: ['At expected: there are more than 5000 entries. Correct the value there.'],
    });
  });

  test.each([
    ['{', 'The file is not JSON'],
    ['{"rule": {}}', 'unknown member "rule"'],
    ['{"rules": {"T02": {"as": "off"}}}', 'At rules.T02.reason'],
    ['{"rules": {"T02": {"as": "off", "reason": " "}}}', 'At rules.T02.reason'],
    ['{"groups": [{"name": "a", "match": {}}]}', 'At groups[0].match: it names nothing: give a tier'],
    ['{"groups": [{"name": "a", "match": {"tier": "amber"}}]}', 'At groups[0].match.tier'],
    ['{"groups": [{"name": "a", "match": {"code": 1}, "splitBy": ["day"]}]}', 'At groups[0].splitBy[0]'],
    ['{"groups": [{"match": {"code": 1}}]}', 'At groups[0].name'],
    [
      '{"groups": [{"name": "a", "match": {"code": 1}}, {"name": "a", "match": {"code": 2}}]}',
      'two of them are named "a". Give each group its own name.',
    ],
    [
      '{"expected": {"search": "amber"}}',
      'At expected.search: "amber" is not a tier. The tiers are ok, tool',
    ],
    ['{"expected": {"search": "tool soon"}}', '"tool soon" is not a tier'],
    ['{"expected": {" ": "tool"}}', 'names no tool'],
    ['{"expected": {"search with x = yes": "tool"}}', 'yes is not JSON'],
    ['{"probe": {"command": []}}', 'At probe.command'],
  ])('%s is refused with a sentence that names the place', (text, sentence) => {
    const read = parseProjectFile(text);
    expect(read.ok ? '' : read.error.join('\n')).toContain(sentence);
  });
});
