import { type ElectronApplication, expect, type Page } from 'playwright/test';
import { watchElectron } from './watched-links.ts';

/* Checks of how a page is isolated in Electron, on a running app. A spec ensures that a sound app passes each of
   them, and that one with the corresponding fault does not. */

/** For what appears at once or never. */
const SOON = { timeout: 5000 };

/** The preload gives the page its two functions, and the port that one of them requests. */
export async function guardsPreload(page: Page): Promise<void> {
  await expect(page.locator('main[data-host="electron"]')).toBeVisible(SOON);
  const reach = await page.evaluate(() => {
    const { tierscope } = window as { tierscope?: Record<string, unknown> };
    const verbs = Object.entries(tierscope ?? {}).map(([name, verb]) => `${typeof verb} ${name}`);
    return { verbs, isFrozen: Object.isFrozen(tierscope) };
  });
  expect(reach).toEqual({ verbs: ['function requestPort', 'function pathOf'], isFrozen: true });
  await expect(page.locator('[data-session]').first()).toBeVisible(SOON);
}

/** The scheme's headers allow no inline script, no text that becomes script or markup, and no outgoing requests. */
export async function guardsHeaders(page: Page): Promise<void> {
  await expect(page.locator('main[data-host="electron"]')).toBeVisible(SOON);
  const loaded = await page.reload();
  expect(await loaded?.allHeaders()).toMatchObject({
    'content-security-policy': expect.stringMatching(
      /default-src 'none'; script-src 'self'; .*connect-src 'none'; .*require-trusted-types-for 'script'; trusted-types 'none'/,
    ),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
  const done = await page.evaluate(async () => {
    const blocked: string[] = [];
    Object.assign(window, { blocked });
    document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective));
    const script = document.createElement('script');
    try {
      script.textContent = 'document.documentElement.dataset.inlineRan = "yes"';
    } catch {
      // Trusted Types refuse the text before it is evaluated.
    }
    const frame = Object.assign(document.createElement('iframe'), { src: 'https://example.test/' });
    const image = Object.assign(document.createElement('img'), { src: 'http://example.test/image.png' });
    const style = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: 'http://example.test/style.css',
    });
    document.body.append(script, frame, image, style);
    // A debugger may evaluate what the page may not: the page has to try it itself.
    const evaluated = await new Promise((resolve) =>
      setTimeout(() => {
        try {
          resolve(new Function('return "ran"')());
        } catch {
          resolve('refused');
        }
      }),
    );
    const fetched = await fetch('https://example.test/').then(
      () => 'answered',
      () => 'refused',
    );
    return { inline: document.documentElement.dataset.inlineRan, evaluated, fetched };
  });
  expect(done).toEqual({ inline: undefined, evaluated: 'refused', fetched: 'refused' });
  // A violation is reported later than what it blocks.
  const blocked = () => page.evaluate(() => [...new Set((window as { blocked?: string[] }).blocked)].sort());
  await expect
    .poll(blocked, SOON)
    .toEqual(expect.arrayContaining(['connect-src', 'frame-src', 'img-src', 'style-src-elem']));
}

/** The window's options keep Node out of the page and the preload, and their worlds separate. */
export async function guardsOptions(page: Page): Promise<void> {
  await expect(page.locator('main[data-host="electron"]')).toBeVisible(SOON);
  const NODE = ['require', 'process', 'module', 'Buffer', 'global', 'electron'];
  const inPage = await page.evaluate((names) => names.filter((name) => name in window), NODE);
  expect(inPage).toEqual([]);
  const world = await preloadWorld(page);
  const typesThere = `${JSON.stringify(NODE)}.filter((name) => name in globalThis)`;
  expect(await world.evaluated(typesThere)).toEqual([]);
  // The preload does not see what the page does to its own world.
  await page.evaluate(() => {
    Object.assign(window, { planted: true });
  });
  expect(await world.evaluated('typeof planted')).toBe('undefined');
  await world.end();
}

/** The world of the preload, by Electron's name for it. */
async function preloadWorld(page: Page) {
  const session = await page.context().newCDPSession(page);
  const worlds: number[] = [];
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === 'Electron Isolated Context') worlds.push(context.id);
  });
  await session.send('Runtime.enable');
  const [contextId] = worlds;
  if (contextId === undefined) throw new Error('The preload has no world of its own.');
  const evaluated = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', { expression, contextId, returnByValue: true });
    return result.value;
  };
  return { evaluated, end: () => session.detach() };
}

/** No page leaves the app, no other window opens, and only a clicked https link reaches the system's browser. */
export async function guardsNavigation(page: Page, electron: ElectronApplication): Promise<void> {
  await expect(page.locator('main[data-host="electron"]')).toBeVisible(SOON);
  const links = await watchElectron(electron);
  const before = page.url();
  await page.evaluate(() => {
    location.href = 'https://example.test/away';
  });
  expect(await page.evaluate(() => window.open('https://example.test/without-a-click'))).toBeNull();
  await page.evaluate(() => {
    for (const address of [
      'https://example.test/clicked',
      'http://example.test/plain',
      'file:///example.test/file',
    ]) {
      const link = Object.assign(document.createElement('a'), { href: address, target: '_blank' });
      link.textContent = address;
      link.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 9; display: block';
      link.addEventListener('click', () => link.remove());
      document.body.append(link);
    }
  });
  await page.getByRole('link', { name: 'file:///example.test/file' }).click(SOON);
  await page.getByRole('link', { name: 'http://example.test/plain' }).click(SOON);
  await page.getByRole('link', { name: 'https://example.test/clicked' }).click(SOON);
  await expect.poll(links.visited, SOON).toEqual(['https://example.test/clicked']);
  expect(page.url()).toBe(before);
  expect(electron.windows()).toHaveLength(1);
}

/** A page may only write text to the clipboard. */
export async function guardsPermissions(page: Page): Promise<void> {
  await expect(page.locator('main[data-host="electron"]')).toBeVisible(SOON);
  const states = await page.evaluate(async () => {
    const names = ['clipboard-write', 'clipboard-read', 'notifications', 'midi', 'geolocation', 'camera'];
    const asked = names.map(async (name) => {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return [name, state] as const;
    });
    return Object.fromEntries(await Promise.all(asked));
  });
  const { 'clipboard-write': write, ...others } = states;
  expect(write).toBe('granted');
  expect(new Set(Object.values(others))).toEqual(new Set(['denied']));
  // Every attempt of the page is refused, each in its own way.
  const asked = await page.evaluate(async () => {
    const refusal = (fault: unknown) => (fault as { name?: string }).name ?? 'none';
    const place = new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('granted'),
        ({ code }) => resolve(code),
      ),
    );
    return {
      notifications: await Notification.requestPermission(),
      place: await place,
      clipboard: await navigator.clipboard.readText().then(() => 'granted', refusal),
      midi: await navigator.requestMIDIAccess().then(() => 'granted', refusal),
    };
  });
  expect(asked).toEqual({
    notifications: 'denied',
    place: 1,
    clipboard: 'NotAllowedError',
    midi: expect.stringMatching(/^(NotAllowed|Security)Error$/),
  });
}

/** The page comes from the app's own scheme, and cannot read any file of the machine. */
export async function guardsFiles(page: Page, electron: ElectronApplication): Promise<void> {
  const addresses = () =>
    electron.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((one) => one.webContents.getURL()),
    );
  await expect.poll(addresses, SOON).toEqual(['tierscope://app/']);
  await expect(page.locator('main[data-host="electron"]')).toBeVisible(SOON);
  const before = page.url();
  const read = await page.evaluate(
    async (file) => {
      location.href = file;
      return fetch(file).then(
        (answer) => answer.text(),
        () => 'refused',
      );
    },
    import.meta.url,
  );
  expect(read).toBe('refused');
  expect(page.url()).toBe(before);
}

/**
 * The page cannot contain another page: the element has no class like Electron's webview, and one created anyway is not
 * attached. Depending on its version, Chromium creates a plain or an unknown element with this name.
 */
export async function guardsWebviews(page: Page, electron: ElectronApplication): Promise<void> {
  await expect(page.locator('main[data-host="electron"]')).toBeVisible(SOON);
  const isPlain = await page.evaluate(() => {
    const kind = Object.getPrototypeOf(document.createElement('webview'));
    return kind === HTMLElement.prototype || kind === HTMLUnknownElement.prototype;
  });
  expect(isPlain, 'the element of a webview is plain').toBe(true);
  const isRefused = await electron.evaluate(({ BrowserWindow }) => {
    let refused = false;
    const event = {
      preventDefault: () => {
        refused = true;
      },
    };
    BrowserWindow.getAllWindows()[0]?.webContents.emit('will-attach-webview', event, {}, {});
    return refused;
  });
  expect(isRefused, 'the webview is refused').toBe(true);
}

/** Only the app's own page in a main frame gets a port: no inner frame, and no foreign page. */
export async function guardsSenders(page: Page, electron: ElectronApplication): Promise<void> {
  await expect(page.locator('main[data-host="electron"]')).toBeVisible(SOON);
  const answered = await electron.evaluate(({ BrowserWindow, ipcMain }) => {
    const given: string[] = [];
    const frame = (url: string) => ({ url, postMessage: () => given.push(url) });
    const stranger = frame('https://example.test/');
    const own = BrowserWindow.getAllWindows()[0]?.webContents;
    const asked = [
      { sender: own, senderFrame: frame('tierscope://app/') },
      { sender: { mainFrame: stranger }, senderFrame: stranger },
      { sender: own, senderFrame: null },
    ];
    for (const event of asked) ipcMain.emit('tierscope:port', event);
    return given;
  });
  expect(answered, 'the senders that got a port').toEqual([]);
}
