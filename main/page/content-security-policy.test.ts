import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

test('nothing is allowed that is not named, and nothing inline or evaluated is', () => {
  const policy = contentSecurityPolicy([]);
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("connect-src 'none'");
  for (const closed of ['base-uri', 'form-action', 'frame-ancestors', 'object-src']) {
    expect(policy).toContain(`${closed} 'none'`);
  }
});

test('only the addresses given may be connected to', () => {
  expect(contentSecurityPolicy(['ws://127.0.0.1:5', 'ws://localhost:5'])).toContain(
    'connect-src ws://127.0.0.1:5 ws://localhost:5;',
  );
});
