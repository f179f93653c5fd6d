import { describe, expect, it } from 'vitest';
import { yamlToJson } from './yaml-to-json.ts';

describe('YAML as JSON text', () => {
  it('keeps the digits of big integers', () => {
    expect(yamlToJson('id: 12345678901234567890\nok: true\nlist: [1, 2.5, null, "x"]\n')).toEqual({
      ok: true,
      value: { json: '{"id":12345678901234567890,"ok":true,"list":[1,2.5,null,"x"]}', problems: [] },
    });
  });

  it('makes nothing but plain values of tags', () => {
    const read = yamlToJson('a: !!js/function "function () { throw 1 }"\nb: !<tag:evil> x\n');
    expect(read).toMatchObject({ ok: true, value: { json: expect.stringContaining('"b":"x"') } });
  });

  it('refuses aliases that would grow without end', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9).slice(0, -1)}]`).join('\n')}\n`;
    expect(yamlToJson(bomb).ok).toBe(false);
  });

  it('reads a cut document as far as it goes', () => {
    const read = yamlToJson('meta:\n  v: 1\nmessages:\n  - t: 0\n    dir: "c2s');
    expect(read).toMatchObject({ ok: true, value: { problems: [expect.any(String)] } });
  });
});
