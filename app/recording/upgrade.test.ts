import { describe, expect, it } from 'vitest';
import { FORMAT_VERSION, upgraded, upgradesFrom } from './upgrade.ts';

const steps = [
  (line: object) => ({ ...line, second: true }),
  (line: object) => ({ ...line, third: 'second' in line }),
];

describe('the upgrade of a recording', () => {
  it('takes each step from the file’s version on, in order', () => {
    const all = upgradesFrom(1, steps);
    const last = upgradesFrom(2, steps);
    expect(all.ok && upgraded({}, all.value)).toEqual({ second: true, third: true });
    expect(last.ok && upgraded({}, last.value)).toEqual({ third: false });
  });

  it('takes no step for the current version', () => {
    expect(upgradesFrom(FORMAT_VERSION)).toEqual({ ok: true, value: [] });
    expect(FORMAT_VERSION).toBe(1);
  });

  it('refuses a version that is newer, or that never was', () => {
    expect(upgradesFrom(4, steps)).toEqual({
      ok: false,
      error: expect.stringContaining('version 4, but this Tierscope reads up to version 3'),
    });
    for (const version of [0, -1, 1.5, Number.NaN]) expect(upgradesFrom(version).ok).toBe(false);
  });
});
