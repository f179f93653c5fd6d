import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CAPABILITY_SWITCHES,
  DEFAULT_CAPABILITIES,
  declared,
  isDeclared,
  undeclared,
} from './client-capabilities.ts';

const paths = fc.constantFrom(...CAPABILITY_SWITCHES.map(({ path }) => path));

test('a switch that is turned on is declared, and the one that holds it; off, it is not', () => {
  const start = fc.constantFrom({}, DEFAULT_CAPABILITIES, { roots: 7, experimental: { mine: {} } });
  fc.assert(
    fc.property(start, paths, (capabilities, path) => {
      const on = declared(capabilities, path);
      expect(isDeclared(on, path)).toBe(true);
      expect(isDeclared(on, path.slice(0, 1))).toBe(true);
      expect(isDeclared(undeclared(on, path), path)).toBe(false);
    }),
  );
});

test('everything else stays as it was', () => {
  const own = { experimental: { mine: { deep: 1 } }, sampling: { tools: {} } };
  expect(declared(own, ['sampling', 'context'])).toEqual({
    ...own,
    sampling: { tools: {}, context: {} },
  });
  expect(undeclared(own, ['sampling', 'tools'])).toEqual({ ...own, sampling: {} });
  expect(undeclared(own, ['roots', 'listChanged'])).toBe(own);
});

test('a whole capability comes with its usual parts', () => {
  expect(declared({}, ['elicitation'])).toEqual({ elicitation: { form: {}, url: {} } });
  expect(declared({}, ['sampling'])).toEqual({ sampling: {} });
});
