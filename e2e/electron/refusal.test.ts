import { expect, test } from 'vitest';
import { preferencesOf } from './preferences.js';
import { KnownEvents, preventable, refusing } from './refusal.js';
import { Schemes } from './schemes.js';
import { ownSwitches } from './switches.js';

test('a member that is not there is refused by name, and one that is there works', () => {
  const shell = refusing('shell', { openExternal: () => 'opened' });
  expect(shell.openExternal()).toBe('opened');
  expect(() => (shell as unknown as { beep(): void }).beep()).toThrow('no shell.beep');
});

test('an event that never comes cannot be waited for', () => {
  const app = new KnownEvents('app', ['ready']);
  expect(() => app.once('ready', () => undefined)).not.toThrow();
  expect(() => app.once('gpu-info-update', () => undefined)).toThrow('event "gpu-info-update" of app');
});

test('a default is prevented by the handler that asks for it', () => {
  const event = preventable({ url: 'a' });
  expect(event.defaultPrevented).toBe(false);
  event.preventDefault();
  expect(event).toMatchObject({ url: 'a', defaultPrevented: true });
});

test.each([
  ['webSecurity', false],
  ['webviewTag', true],
  ['nodeIntegrationInWorker', true],
  ['partition', 'persist:other'],
])('the option %s: %s of a page has no effect here, so it is refused', (name, value) => {
  expect(() => preferencesOf({ [name]: value })).toThrow(`${name}: ${String(value)}`);
});

test('Node in a page takes its sandbox away, and what is not given is as safe as in Electron', () => {
  expect(preferencesOf({})).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false });
  expect(preferencesOf({ nodeIntegration: true, sandbox: true }).sandbox).toBe(false);
});

test('a scheme is a secure host of its own in Chromium only if the app has made it one', () => {
  let isReady = false;
  const schemes = new Schemes(() => isReady);
  const protocol = schemes.module();
  const register = (scheme: string, privileges: Record<string, boolean>) =>
    protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
  register('mine', { standard: true, secure: true });
  register('plain', { standard: true });
  expect(schemes.inChromium('mine://app/a?b#c')).toBe('https://app.mine.test/a?b#c');
  expect(schemes.inChromium('plain://app')).toBe('http://app.plain.test/');
  expect(schemes.inChromium('https://example.com/')).toBe('https://example.com/');
  expect(schemes.inApp('https://app.mine.test/a?b#c')).toBe('mine://app/a?b#c');
  expect(schemes.inApp('https://app.other.test/')).toBe('https://app.other.test/');
  expect(() => register('loose', { standard: true, bypassCSP: true })).toThrow('bypassCSP');
  isReady = true;
  expect(() => register('late', { standard: true })).toThrow('before app is ready');
});

test('a request is answered by the handler of its scheme, and by nobody else', async () => {
  const schemes = new Schemes(() => false);
  schemes
    .module()
    .registerSchemesAsPrivileged([{ scheme: 'mine', privileges: { standard: true, secure: true } }]);
  const asked = { method: 'GET', headers: {} };
  expect(await schemes.answer({ url: 'https://example.com/', ...asked })).toBeUndefined();
  expect((await schemes.answer({ url: 'https://app.mine.test/', ...asked }))?.type).toBe('error');
});

test("the command line is Electron's: switches, the script, the app's own arguments", () => {
  const line = ['--no-sandbox', '--inspect=0', '--remote-debugging-port=0', 'a.js', '--port', '1'];
  expect(ownSwitches(line)).toEqual({
    chromium: ['--no-sandbox', '--remote-debugging-port=0'],
    inspect: true,
    script: 'a.js',
  });
  expect(() => ownSwitches(['--enable-logging', 'a.js'])).toThrow('--enable-logging');
  expect(ownSwitches(['--no-sandbox', '--no-zygote', 'a.js']).chromium).toHaveLength(2);
  expect(() => ownSwitches(['--no-zygote', 'a.js'])).toThrow('without --no-sandbox');
});
