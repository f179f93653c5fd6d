import type { Session, WebContents } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { denyPermissions, guardContents } from './guard-contents.ts';
import { electronStandIn, standInContents } from './testing/electron-stand-in.ts';

describe('a guarded page', () => {
  let contents: ReturnType<typeof standInContents>;
  let now = 0;
  const openLink = vi.fn();

  beforeEach(() => {
    contents = standInContents();
    now = 100_000;
    openLink.mockReset();
    guardContents(contents as unknown as WebContents, { openLink, now: () => now });
  });

  const open = (url: string): unknown => contents.setWindowOpenHandler.mock.calls[0]?.[0]({ url });
  const navigation = (url: string, isMainFrame = true) => ({ url, isMainFrame, preventDefault: vi.fn() });

  test('never opens a window, and hands a https link that was clicked to the browser', () => {
    contents.emit('input-event', {}, { type: 'mouseUp' });
    expect(open('https://modelcontextprotocol.io/')).toEqual({ action: 'deny' });
    expect(openLink).toHaveBeenCalledExactlyOnceWith('https://modelcontextprotocol.io/');
  });

  test('opens no link that nobody clicked', () => {
    open('https://example.com/');
    contents.emit('input-event', {}, { type: 'mouseMove' });
    open('https://example.com/');
    contents.emit('input-event', {}, { type: 'mouseDown' });
    now += 2001;
    expect(open('https://example.com/')).toEqual({ action: 'deny' });
    expect(openLink).not.toHaveBeenCalled();
  });

  test.each([
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'tierscope://app/',
    'smb://x/y',
    'https://example.com@evil.example/',
    'https://user:pass@example.com/',
    'x',
  ])('opens no %s, even when it was clicked', (url) => {
    contents.emit('input-event', {}, { type: 'mouseUp' });
    expect(open(url)).toEqual({ action: 'deny' });
    expect(openLink).not.toHaveBeenCalled();
  });

  test.each([
    'https://example.com/',
    'file:///x',
    'tierscope://other/',
    'tierscope://app.example/',
    'about:blank',
  ])('does not navigate to %s, nor is it redirected there', (url) => {
    const details = navigation(url);
    contents.emit('will-frame-navigate', details);
    expect(details.preventDefault).toHaveBeenCalled();
    const redirect = navigation(url);
    contents.emit('will-redirect', redirect);
    expect(redirect.preventDefault).toHaveBeenCalled();
  });

  test('may reload itself, but no frame inside it may go anywhere', () => {
    const reload = navigation('tierscope://app/');
    contents.emit('will-frame-navigate', reload);
    expect(reload.preventDefault).not.toHaveBeenCalled();
    const frame = navigation('tierscope://app/', false);
    contents.emit('will-frame-navigate', frame);
    expect(frame.preventDefault).toHaveBeenCalled();
  });

  test('attaches no webview', () => {
    const event = { preventDefault: vi.fn() };
    contents.emit('will-attach-webview', event);
    expect(event.preventDefault).toHaveBeenCalled();
  });
});

describe('permissions', () => {
  const { defaultSession } = electronStandIn().session;
  denyPermissions(defaultSession as unknown as Session);
  const check = defaultSession.setPermissionCheckHandler.mock.calls[0]?.[0];
  const request = (permission: string, address: string): unknown => {
    const callback = vi.fn();
    defaultSession.setPermissionRequestHandler.mock.calls[0]?.[0](
      { getURL: () => address },
      permission,
      callback,
    );
    return callback.mock.calls[0]?.[0];
  };

  test.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'fileSystem',
    'usb',
    'unknown',
  ])('%s is denied, asked for or checked', (permission) => {
    expect(request(permission, 'tierscope://app/')).toBe(false);
    expect(check(null, permission, 'tierscope://app')).toBe(false);
  });

  test("text may be put on the clipboard, by the app's own page only", () => {
    expect(request('clipboard-sanitized-write', 'tierscope://app/')).toBe(true);
    expect(check(null, 'clipboard-sanitized-write', 'tierscope://app')).toBe(true);
    expect(request('clipboard-sanitized-write', 'https://example.com/')).toBe(false);
    expect(check(null, 'clipboard-sanitized-write', '')).toBe(false);
  });

  test('devices and the screen are denied', () => {
    expect(defaultSession.setDevicePermissionHandler.mock.calls[0]?.[0]({})).toBe(false);
    const callback = vi.fn();
    defaultSession.setDisplayMediaRequestHandler.mock.calls[0]?.[0]({}, callback);
    expect(callback).toHaveBeenCalledWith(null);
  });
});
