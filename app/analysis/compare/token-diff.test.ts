import { describe, expect, it } from 'vitest';
import { tokenDiff } from './text-diff.ts';

const shown = (segments: readonly { text: string; mark: string }[]) =>
  segments.map(({ text, mark }) => (mark === 'changed' ? `[${text}]` : text)).join('');

describe('two lines of JSON', () => {
  it('differ in whole tokens', () => {
    const { left, right } = tokenDiff('  "code": -32603,', '  "code": -32602,');
    expect([shown(left), shown(right)]).toEqual(['  "code": [-32603],', '  "code": [-32602],']);
  });

  it('keep a string whole, with its escapes', () => {
    const { left, right } = tokenDiff('"message": "a \\"b\\" c"', '"text": "a \\"b\\" c"');
    expect([shown(left), shown(right)]).toEqual(['["message"]: "a \\"b\\" c"', '["text"]: "a \\"b\\" c"']);
  });

  it('are not marked if they share brackets only', () => {
    const { left, right } = tokenDiff('"code": 0,', '"content": [');
    expect([shown(left), shown(right)]).toEqual(['"code": 0,', '"content": [']);
  });

  it('give back all of their text', () => {
    const lines = ['{"a": [1, 2.5e3, null]}', '\t"x": true, …'] as const;
    const { left, right } = tokenDiff(...lines);
    expect([left, right].map((side) => side.map(({ text }) => text).join(''))).toEqual(lines);
  });
});
