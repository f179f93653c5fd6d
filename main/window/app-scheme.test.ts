import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Protocol } from 'electron';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAppAddress, registerAppScheme, serveAppScheme } from './app-scheme.ts';
import { electronStandIn } from './testing/electron-stand-in.ts';

let folder = '';
let answer: (request: Request) => Promise<Response>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierscope-scheme-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  const { protocol } = electronStandIn();
  serveAppScheme(protocol as unknown as Protocol, folder);
  const [scheme, handler] = protocol.handle.mock.calls[0] ?? [];
  if (scheme !== 'tierscope' || handler === undefined) throw new Error('the scheme has no handler');
  answer = handler;
});

afterAll(() => rm(folder, { recursive: true }));

test('the scheme is a secure origin and bypasses no policy', () => {
  const { protocol } = electronStandIn();
  registerAppScheme(protocol as unknown as Protocol);
  const [{ scheme, privileges }] = protocol.registerSchemesAsPrivileged.mock.calls[0]?.[0] ?? [{}];
  expect(scheme).toBe('tierscope');
  expect(privileges).toMatchObject({ standard: true, secure: true });
  expect(privileges.bypassCSP).toBeUndefined();
});

test('the page is served with a policy that lets it connect nowhere', async () => {
  const reply = await answer(new Request('tierscope://app/'));
  expect(reply.status).toBe(200);
  expect(await reply.text()).toBe('<!doctype html>');
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = reply.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
});

test.each(['tierscope://app/missing.js', 'tierscope://other/', 'tierscope://app/..%2findex.html'])(
  '%s is not there',
  async (address) => {
    const reply = await answer(new Request(address));
    expect(reply.status).toBe(404);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  },
);

test('only reading is possible', async () => {
  expect((await answer(new Request('tierscope://app/', { method: 'POST' }))).status).toBe(404);
});

test.each([
  ['tierscope://app/', true],
  ['tierscope://app/index.html#x', true],
  ['tierscope://app', true],
  ['tierscope://app:1/', false],
  ['tierscope://apps/', false],
  ['https://app/', false],
  ['', false],
])('%s is the app: %s', (address, isApp) => {
  expect(isAppAddress(address)).toBe(isApp);
});
