import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsRange } from './place-steps.ts';

describe('a version in a range of engines', () => {
  it.each([
    ['20.19.0', '>=18', true],
    ['16.20.2', '>=18', false],
    ['v20.1.0', '^20.19.0 || >=22.12.0', false],
    ['22.12.0', '^20.19.0 || >=22.12.0', true],
    ['20.19.4', '^20.19.0 || >=22.12.0', true],
    ['21.0.0', '^20.19.0', false],
    ['18.20.1', '18.x', true],
    ['19.0.0', '18', false],
    ['18.9.0', '~18.8', false],
    ['18.8.7', '~18.8', true],
    ['20.0.0', '>=18 <21', true],
    ['21.0.0', '>= 18 < 21', false],
    ['19.0.0', '18 - 20', true],
    ['20.5.0', '18 - 20', true],
    ['21.0.0', '18 - 20', false],
    ['18.1.0', '>18', false],
    ['0.2.9', '^0.2.3', true],
    ['0.3.0', '^0.2.3', false],
    ['20.0.0', '*', true],
    ['20.0.0', '', true],
    ['20.0.0', '>=20.0.0-rc.1', true],
  ])('takes %s in "%s" for %s', (version, range, fits) => {
    expect(fitsRange(version, range)).toBe(fits);
  });

  it('says nothing of what it cannot read', () => {
    expect(fitsRange('20.0.0', 'lts')).toBeUndefined();
    expect(fitsRange('unknown', '>=18')).toBeUndefined();
    expect(fitsRange('20.0.0', '>=18 '.repeat(40))).toBe(true);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ unit: fc.constantFrom(...'<>=~^|x*.- 0129') }),
        (version, range) => {
          expect([true, false, undefined]).toContain(fitsRange(version, range));
        },
      ),
    );
  });
});
