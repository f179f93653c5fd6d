import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SecretStarts } from './known-secrets.ts';

const any = fc.string({
  unit: fc.constantFrom('a', 'B', '7', '-', '/', '"', '\\', ' ', 'é', '\n', '\u0001'),
  maxLength: 9,
});
const written = fc.nat(3);

it('finds each secret in whatever text holds it, however deep it is written into JSON', () => {
  fc.assert(
    fc.property(fc.array(any, { minLength: 1 }), any, any, written, (secrets, before, after, levels) => {
      const starts = new SecretStarts();
      for (const secret of secrets) starts.add(secret);
      for (const secret of secrets) {
        let text = `${before}${secret}${after}`;
        for (let level = 0; level < levels; level += 1) text = JSON.stringify({ [text]: text });
        if (!/\\[u/]/.test(text)) expect(starts.mayBeIn(text)).toBe(true);
      }
    }),
  );
});

it('finds none in other texts', () => {
  const starts = new SecretStarts();
  expect(starts.mayBeIn('anything')).toBe(false);
  starts.add('correct-horse');
  expect(starts.mayBeIn('{"method":"tools/call","params":{"name":"horse"}}')).toBe(false);
});
