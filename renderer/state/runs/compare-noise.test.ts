import { describe, expect, test } from 'vitest';
import { type NoiseSettings, noiseChoice, noiseText, withOwnRule, withToggled } from './compare-store.ts';

const NONE: NoiseSettings = { off: [], own: [] };

describe('the rules that set noise aside', () => {
  test('are turned off and on again', () => {
    const off = withToggled(NONE, 'uuids');
    expect(noiseChoice(off)).toEqual({ off: ['uuids'], own: [] });
    expect(withToggled(off, 'uuids')).toEqual(NONE);
    expect([noiseText(NONE), noiseText(off)]).toEqual(['10 of 10 rules', '9 of 10 rules']);
  });

  test('can be the user’s own, of which the host gets those that are on', () => {
    const added = withOwnRule(NONE, { kind: 'path', pattern: ' content[*].text ' });
    if (!added.ok) throw new Error(added.error);
    expect(added.value.own).toEqual([{ kind: 'path', pattern: 'content[*].text', on: true }]);
    expect(noiseText(added.value)).toBe('10 of 10 rules and 1 of your own');
    expect(noiseChoice(added.value).own).toEqual([{ kind: 'path', pattern: 'content[*].text' }]);
    const [rule] = added.value.own;
    const asleep = { ...added.value, own: rule === undefined ? [] : [{ ...rule, on: false }] };
    expect(noiseChoice(asleep).own).toEqual([]);
    expect(withOwnRule(added.value, { kind: 'path', pattern: 'content[*].text' })).toMatchObject({
      ok: false,
    });
    expect(withOwnRule(NONE, { kind: 'regex', pattern: '(' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('not a regular expression'),
    });
  });
});
